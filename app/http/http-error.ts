import type { RouterContextProvider } from "react-router";
import { isNotFound, isOutage, UnauthorizedError } from "../services/api/errors.ts";
import { getRequestId } from "./request-facts.ts";
import { getStatusMessage } from "./site-error.ts";

function createErrorResponse(status: number, message: string, requestId: string | undefined): Response {
  const statusText = getStatusMessage(status);
  return Response.json({ message, requestId }, { status, statusText });
}

/**
 * Returns the request id for an error that a loader throws. Returns `undefined` for a document, which renders the id
 * outside the hydration data: the server can then send one rendered error page to several visitors, with the same CSP
 * hashes but with each visitor's own id.
 */
export function getIdForData(request: Request, context: Readonly<RouterContextProvider>): string | undefined {
  return new URL(request.url).pathname.endsWith(".data") ? getRequestId(context) : undefined;
}

/** Creates the 404 that a loader throws: `Page Not Found: {path}`, with the path as requested. */
export function createNotFound(path: string, requestId?: string): Response {
  return createErrorResponse(404, `${getStatusMessage(404)}: ${path}`, requestId);
}

/** Creates the response for a request that needs the database while it is unavailable. */
export function createUnavailable(requestId: string): Response {
  return createErrorResponse(503, getStatusMessage(503), requestId);
}

/** Creates the response for a client that has disconnected. It only appears in the log. */
export function createClientGone(requestId: string | undefined): Response {
  return createErrorResponse(499, "Client Closed Request", requestId);
}

/**
 * Creates the response for a form that is rejected unread: too large, from another site, or for a page without a
 * form.
 */
export function rejectRequest(status: 403 | 405 | 413, requestId: string): Response {
  return createErrorResponse(status, getStatusMessage(status), requestId);
}

/**
 * Converts a failed API call: an unknown id to 404, an unavailable backend to 503, other errors to 500.
 * @param hasIdOrCategory whether the call asked for one item or category
 * @param path the path as requested
 */
export function toErrorResponse(error: unknown, hasIdOrCategory: boolean, path: string, requestId?: string): Response {
  if (hasIdOrCategory && isNotFound(error)) return createNotFound(path, requestId);
  const status = isOutage(error) ? 503 : 500;
  return createErrorResponse(status, getStatusMessage(status), requestId);
}

/** Whether a call failed because the backend rejects the visitor's token. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError;
}
