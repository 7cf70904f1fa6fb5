import type { EndpointKey } from "../contract/endpoints.ts";
import { envelopeCodes } from "../contract/envelope.ts";

/** Base of everything that a call can fail with: names the call, keeps its cause. `message` is for the log only. */
export abstract class ApiError extends Error {
  readonly endpoint: string;

  constructor(endpoint: string, message: string, options?: ErrorOptions) {
    super(`${endpoint}: ${message}`, options);
    this.name = new.target.name;
    this.endpoint = endpoint;
  }
}

/** The backend couldn't be reached, broke off, or answered something that isn't an envelope. */
export class TransportError extends ApiError {
  /** HTTP status of the answer; `undefined` where there was none. */
  readonly status: number | undefined;
  /** Milliseconds that the backend asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(
    endpoint: EndpointKey,
    message: string,
    options: ErrorOptions & { status?: number; retryAfter?: number },
  ) {
    super(endpoint, message, options);
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
}

/** The call, its retry included, took longer than `API_TIMEOUT_MS`. */
export class TimeoutError extends ApiError {
  constructor(endpoint: EndpointKey, milliseconds: number, options?: ErrorOptions) {
    super(endpoint, `no answer within ${milliseconds} ms`, options);
  }
}

/** Too many calls are under way: this one wasn't made. */
export class BusyError extends ApiError {
  constructor(endpoint: EndpointKey, options?: ErrorOptions) {
    super(endpoint, "too many calls are under way", options);
  }
}

/** Whoever asked has left before there was an answer. */
export class AbortedError extends ApiError {
  constructor(endpoint: EndpointKey, options?: ErrorOptions) {
    super(endpoint, "nobody waits for it any more", options);
  }
}

/** The backend answered an envelope whose code isn't success; `serverMessage` is its own sentence. */
export class EnvelopeError extends ApiError {
  readonly code: number;
  readonly serverMessage: string;
  /** Milliseconds that the backend asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(endpoint: EndpointKey, code: number, serverMessage: string, retryAfter?: number) {
    super(endpoint, `code ${code}, ${serverMessage}`);
    this.code = code;
    this.serverMessage = serverMessage;
    this.retryAfter = retryAfter;
  }
}

/** The backend doesn't accept the visitor's token, or wants one. */
export class UnauthorizedError extends ApiError {
  constructor(endpoint: EndpointKey) {
    super(endpoint, "Unauthorized");
  }
}

/** The envelope was fine, but its `data` can't be read as the contract says. */
export class DataError extends ApiError {
  constructor(endpoint: EndpointKey, options: ErrorOptions) {
    super(endpoint, "unusable data", options);
  }
}

/** A key that the endpoint table doesn't have. */
export class UnknownEndpointError extends ApiError {
  constructor(key: string) {
    super(key, "api key not found");
  }
}

/** Whether the backend answered that it doesn't have what was asked for. */
export function isNotFound(error: unknown): boolean {
  return error instanceof EnvelopeError && error.code === envelopeCodes.notFound;
}

/** Whether a call failed because the backend isn't there or can't answer. */
export function isBackendOutage(error: unknown): boolean {
  if (error instanceof EnvelopeError) return error.code >= 500 && error.code < 600;
  return error instanceof TransportError || error instanceof TimeoutError;
}

/** Whether a call failed because the backend couldn't be used now; anything else is an answer. */
export function isOutage(error: unknown): boolean {
  return isBackendOutage(error) || error instanceof BusyError;
}

/** Whether a call failed by what the backend answered. */
export function isAnswer(error: unknown): boolean {
  return error instanceof EnvelopeError || error instanceof UnauthorizedError || error instanceof DataError;
}
