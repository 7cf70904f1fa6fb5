import type { MiddlewareFunction } from "react-router";
import { isReadRequest } from "../services/runtime/read-request.ts";
import { getRequestId, getServices, getOrigin } from "../http/request-context.ts";
import { rejectRequest } from "../http/responses.ts";

const maxLoggedOrigin = 200;

/** Requests without `Sec-Fetch-Site` and `Origin` don't come from a page of another site. */
export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (isReadRequest(request) || isSameOrigin(request, getOrigin(context, url))) return next();
  const requestId = getRequestId(context);
  const origin = request.headers.get("Origin")?.slice(0, maxLoggedOrigin);
  getServices(context).log.warn({ requestId, origin }, "form of another origin refused");
  throw rejectRequest(403, requestId);
};

/** Whether a request comes from a page of this site, or from no page at all. */
export function isSameOrigin({ headers }: Request, ownOrigin: string): boolean {
  if (headers.get("Sec-Fetch-Site") === "cross-site") return false;
  const origin = headers.get("Origin");
  return origin === null || origin === ownOrigin;
}
