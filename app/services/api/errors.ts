import type { EndpointKey } from "./contract/endpoints.ts";
import { envelopeCodes } from "./contract/envelope.ts";

/** `message` is for the log only. */
export abstract class ApiError extends Error {
  readonly endpoint: string;

  constructor(endpoint: string, message: string, options?: ErrorOptions) {
    super(`${endpoint}: ${message}`, options);
    this.name = new.target.name;
    this.endpoint = endpoint;
  }
}

/** The backend was unreachable, the connection broke, or the response wasn't an envelope. */
export class TransportError extends ApiError {
  /** `undefined` if there was no response. */
  readonly status: number | undefined;
  /** Milliseconds from `Retry-After`. */
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

/** The call, including its retry, exceeded `API_TIMEOUT_MS`. */
export class TimeoutError extends ApiError {}

/** The call wasn't made, because too many are running. */
export class BusyError extends ApiError {}

/** The caller left before the response. */
export class AbortedError extends ApiError {}

/** The envelope's code isn't success; `serverMessage` is the backend's message. */
export class EnvelopeError extends ApiError {
  readonly code: number;
  readonly serverMessage: string;
  /** Milliseconds from `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(endpoint: EndpointKey, code: number, serverMessage: string, retryAfter?: number) {
    super(endpoint, `code ${code}, ${serverMessage}`);
    this.code = code;
    this.serverMessage = serverMessage;
    this.retryAfter = retryAfter;
  }
}

/** The backend rejects the visitor's token, or requires one. */
export class UnauthorizedError extends ApiError {}

/** The envelope is valid, but its `data` doesn't match the contract. */
export class DataError extends ApiError {}

export class UnknownEndpointError extends ApiError {}

/** Statuses and codes after which a call is retried, from the specification. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export function isRetryable(status: number): boolean {
  return retryableStatuses.has(status);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof EnvelopeError && error.code === envelopeCodes.notFound;
}

export function isBackendOutage(error: unknown): boolean {
  if (error instanceof EnvelopeError) return error.code >= 500 && error.code < 600;
  return error instanceof TransportError || error instanceof TimeoutError;
}

/** Whether the backend can't be used now, or the site is too busy to call it. */
export function isOutage(error: unknown): boolean {
  return isBackendOutage(error) || error instanceof BusyError;
}

/** Whether the backend responded, even if with an error. */
export function isBackendResponse(error: unknown): boolean {
  return error instanceof EnvelopeError || error instanceof UnauthorizedError || error instanceof DataError;
}
