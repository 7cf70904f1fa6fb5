import type { EndpointKey } from "./contract/calls/endpoints.ts";
import { envelopeCodes } from "./contract/envelope.ts";

export abstract class ApiError extends Error {
  readonly endpoint: string;

  constructor(endpoint: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.endpoint = endpoint;
  }
}

/** Thrown if the backend was unreachable, the connection broke, or no envelope came. */
export class TransportError extends ApiError {
  /** HTTP status; `undefined` without a response. */
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

/** Cause of a `TransportError`: the response wasn't read completely. */
export class ResponseTooLargeError extends Error {
  override name = "ResponseTooLargeError";

  constructor(maxBytes: number) {
    super(`a response of more than ${maxBytes / 1_000_000} MB`);
  }
}

/** Thrown if the call, with its retry, exceeded `API_TIMEOUT_MS`. */
export class TimeoutError extends ApiError {}

/** Thrown without calling while too many calls are running. */
export class BusyError extends ApiError {}

/** Thrown if the caller left before the response. */
export class AbortedError extends ApiError {}

/** Thrown if the envelope's code isn't success. */
export class EnvelopeError extends ApiError {
  readonly code: number;
  /** Milliseconds from `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(endpoint: EndpointKey, code: number, message: string, retryAfter?: number) {
    super(endpoint, message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Thrown if the backend lacks an optional call. */
export class MissingCallError extends ApiError {}

/** Thrown if the backend rejects or requires a token. */
export class UnauthorizedError extends ApiError {}

/** Thrown if `data` doesn't match the contract. */
export class DataError extends ApiError {}

export class UnknownEndpointError extends ApiError {}

/** Statuses and codes after which the specification requires a retry. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export function isRetryable(status: number): boolean {
  return retryableStatuses.has(status);
}

export function isNotFound(error: unknown): boolean {
  const isUnknown = error instanceof EnvelopeError && error.code === envelopeCodes.notFound;
  return isUnknown || error instanceof MissingCallError;
}

export function isBackendOutage(error: unknown): boolean {
  if (error instanceof EnvelopeError) return error.code >= 500 && error.code < 600;
  return error instanceof TransportError || error instanceof TimeoutError;
}

/** Whether the backend is unavailable, or the site too busy to call it. */
export function isOutage(error: unknown): boolean {
  return isBackendOutage(error) || error instanceof BusyError;
}

/** Statuses and codes of an unavailable backend, not of a failed request. */
const unavailableStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether the backend is unavailable, so that the call would fail with any other input. */
export function isBackendUnavailable(error: unknown): boolean {
  if (error instanceof EnvelopeError) return unavailableStatuses.has(error.code);
  if (error instanceof TransportError) return error.status === undefined || unavailableStatuses.has(error.status);
  return error instanceof TimeoutError;
}

const responseErrors = [EnvelopeError, UnauthorizedError, DataError, MissingCallError];

/** Whether the backend responded, even with an error. */
export function isBackendResponse(error: unknown): boolean {
  if (error instanceof TransportError) return error.status !== undefined;
  return responseErrors.some((type) => error instanceof type);
}
