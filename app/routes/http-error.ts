import type { RouterContextProvider } from "react-router";
import { isNotFound, isOutage, UnauthorizedError } from "../services/errors.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import { statusMessageOf } from "./site-error.ts";

function errorResponse(status: number, message: string, requestId: string | undefined): Response {
  const statusText = statusMessageOf(status);
  return Response.json({ message, requestId }, { status, statusText });
}

/**
 * The id to be given to what a loader throws: none for a document, which names it outside of its hydration data. So the
 * server can send one rendered error to several visitors, each with their own id, under the same policy of hashes.
 */
export function idInData(request: Request, context: Readonly<RouterContextProvider>): string | undefined {
  return new URL(request.url).pathname.endsWith(".data") ? requestIdOf(context) : undefined;
}

/** The 404 that a loader throws: `Page Not Found: {path}`, the path as requested. */
export function notFound(path: string, requestId?: string): Response {
  return errorResponse(404, `${statusMessageOf(404)}: ${path}`, requestId);
}

/** What a request is answered with that needs the storage, where that can't be reached. */
export function unavailable(requestId: string): Response {
  return errorResponse(503, statusMessageOf(503), requestId);
}

/** What a request is answered with whose client has left: nobody reads it, and the log says so. */
export function clientGone(requestId: string | undefined): Response {
  return errorResponse(499, "Client Closed Request", requestId);
}

/** What a form is answered with that isn't even looked at: too large, from another site, or for a page without a form. */
export function notTaken(status: 403 | 405 | 413, requestId: string): Response {
  return errorResponse(status, statusMessageOf(status), requestId);
}

/**
 * What a failed API call becomes: an unknown id 404, a backend that can't be reached or answers 5xx 503, the rest 500.
 * @param isNamed whether the call asked for one thing by its name
 * @param path the path as requested
 */
export function httpError(error: unknown, isNamed: boolean, path: string, requestId?: string): Response {
  if (isNamed && isNotFound(error)) return notFound(path, requestId);
  const status = isOutage(error) ? 503 : 500;
  return errorResponse(status, statusMessageOf(status), requestId);
}

/** Whether a call failed because the visitor's token isn't accepted. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError;
}
