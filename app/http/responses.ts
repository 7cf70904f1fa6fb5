import { createContext, data, redirect, type LoaderFunctionArgs } from "react-router";
import { checkDestination, type NavigationOptions } from "#app/i18n/urls.ts";
import { isOutage } from "#app/services/api/errors.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import { getRequestId, type Context } from "./request-context.ts";
import { getStatusMessage } from "./site-error.ts";

/** An error that loaders throw. `toSiteError` converts it for the error page. */
type HttpError = ReturnType<typeof createError>;

function createError(status: number, message: string, requestId: string | undefined) {
  return data({ message, requestId }, { status, statusText: getStatusMessage(status) });
}

/**
 * Returns the request id for a loader's error; `undefined` for a document, which renders the id outside the hydration
 * data. So several visitors can share one error page and its CSP hashes, each with their own id.
 */
export function getIdForData(request: Request, context: Context): string | undefined {
  return new URL(request.url).pathname.endsWith(".data") ? getRequestId(context) : undefined;
}

/** Whether the content marks the URL as gone. Set by the middleware `redirects`. */
export const goneContext = createContext(false);

/** Text of a 410, which the error page renders untranslated. */
const goneText = "Gone";

export type PageArgs = Pick<LoaderFunctionArgs, "request" | "url" | "context">;

export function notFound({ request, url, context }: PageArgs) {
  const requestId = getIdForData(request, context);
  return context.get(goneContext)
    ? data({ message: goneText, requestId }, { status: 410, statusText: goneText })
    : createNotFound(url.pathname, requestId);
}

/** Creates a 404: `Page Not Found: {path}`, with the requested path. */
export function createNotFound(path: string, requestId?: string) {
  return createError(404, `${getStatusMessage(404)}: ${path}`, requestId);
}

export function createUnavailable(requestId: string) {
  return createError(503, getStatusMessage(503), requestId);
}

/** Creates the error for a disconnected client, for logs. */
export function createClientGone(requestId: string | undefined) {
  return createError(499, "Client Closed Request", requestId);
}

/** Returns the status of an error that this module created; `undefined` for other errors. */
export function getErrorStatus(error: unknown): number | undefined {
  return error instanceof Object && "init" in error ? (error as HttpError).init?.status : undefined;
}

/** Creates the error for a form rejected before parsing: too large, cross-site, or of unknown charset. */
export function rejectRequest(status: 403 | 413 | 415, requestId: string) {
  return createError(status, getStatusMessage(status), requestId);
}

/** Converts a failed call's error: an outage to 503, any other error to 500. */
export function toHttpError(error: unknown, requestId?: string) {
  const status = isOutage(error) ? 503 : 500;
  return createError(status, getStatusMessage(status), requestId);
}

/** Creates a redirect. Other sites require `external`. */
export function redirectTo(url: string, { external, ...init }: NavigationOptions & ResponseInit = {}): Response {
  return redirect(checkDestination(url, { external }), init);
}

/** Creates the headers of pages that aren't stored. */
export function createPrivateHeaders(actionHeaders?: Headers): Headers {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", privateNoStore);
  return headers;
}
