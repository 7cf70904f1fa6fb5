import { isRouteErrorResponse } from "react-router";

/** What an error page shows. `message` is safe to show: it never comes from a backend or a stack. */
export type SiteError = { statusCode: number; statusMessage: string; message: string; requestId?: string };

const statusMessages: Record<number, string> = {
  403: "Forbidden",
  404: "Page Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  503: "Service Unavailable",
};

/** A status in words, the same in every language. */
export function statusMessageOf(status: number): string {
  return statusMessages[status] ?? "Internal Server Error";
}

/**
 * Reads whatever a route threw as what the error page shows.
 * @param path where the page stands, for a 404 that no route threw
 */
export function toSiteError(error: unknown, path: string): SiteError {
  if (!isRouteErrorResponse(error)) {
    return { statusCode: 500, statusMessage: statusMessageOf(500), message: statusMessageOf(500) };
  }
  const data = error.data as { message?: unknown; requestId?: unknown } | null;
  const statusMessage = statusMessageOf(error.status);
  return {
    statusCode: error.status,
    statusMessage,
    message: typeof data?.message === "string" ? data.message : `${statusMessage}: ${path}`,
    requestId: typeof data?.requestId === "string" ? data.requestId : undefined,
  };
}
