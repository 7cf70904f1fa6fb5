import isNetworkError from "is-network-error";
import { isRouteErrorResponse } from "react-router";

/** Content of an error page. `message` never comes from a backend or a stack. */
export type SiteError = { statusCode: number; statusMessage: string; message: string; requestId?: string };

const statusMessages: Record<number, string> = {
  403: "Forbidden",
  404: "Page Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

export function getStatusMessage(status: number): string {
  return statusMessages[status] ?? "Internal Server Error";
}

/** Whether the connection broke, before or during the response. */
export function isConnectionLost(error: unknown): boolean {
  return isNetworkError(error) || (error instanceof Error && isNetworkError(error.cause));
}

/** @param path appended to the status message if the response has no message of its own */
export function toSiteError(error: unknown, path: string): SiteError {
  if (!isRouteErrorResponse(error)) {
    return { statusCode: 500, statusMessage: getStatusMessage(500), message: getStatusMessage(500) };
  }
  const data = error.data as { message?: unknown; requestId?: unknown } | null;
  const statusMessage = getStatusMessage(error.status);
  return {
    statusCode: error.status,
    statusMessage,
    message: typeof data?.message === "string" ? data.message : `${statusMessage}: ${path}`,
    requestId: typeof data?.requestId === "string" ? data.requestId : undefined,
  };
}
