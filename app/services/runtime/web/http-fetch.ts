import { isSafeMethod } from "./read-request.ts";

/** Error codes if the server closed the connection. */
const closedCodes: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

type HttpFetchOptions = {
  /** Closes the connection on abort. @default the request's signal */
  signal?: AbortSignal;
  /** Whether GET and HEAD follow redirects. Other methods return them. @default "follow" */
  redirect?: "follow" | "manual";
};

/**
 * Calls `fetch`, but throws the connection's error instead of "fetch failed". The signal is separate, because `fetch`
 * loses a `Request`'s signal at the next garbage collection (https://github.com/nodejs/node/issues/55428).
 */
export async function httpFetch(
  request: Request,
  { signal = request.signal, redirect = "follow" }: HttpFetchOptions = {},
): Promise<Response> {
  const isSafe = isSafeMethod(request);
  const send = () => fetch(request, { signal, redirect: isSafe ? redirect : "manual" });
  try {
    // Sends a GET or HEAD request again, because the server may have closed the idle connection just now.
    return await send().catch((error) => (isSafe && isClosedConnection(error) ? send() : Promise.reject(error)));
  } catch (error) {
    throw signal.aborted ? error : ((error as Error).cause ?? error);
  }
}

function isClosedConnection({ cause }: Error & { cause?: NodeJS.ErrnoException }): boolean {
  return closedCodes.has(cause?.code);
}

/** Returns an error's message, or its code: if all addresses of a host fail, the error has no message. */
export function describeConnectionError(error: unknown): string {
  return error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
}

/** Maximum delay; longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Parses seconds or an HTTP date to milliseconds; 0 if missing or invalid. */
export function parseRetryAfter(retryAfter: string | null, now = Date.now()): number {
  if (!retryAfter) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), maxTimerMs) : 0;
}
