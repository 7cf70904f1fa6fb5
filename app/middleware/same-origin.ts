import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { isReadRequest } from "../services/runtime/web/read-request.ts";
import { isSameOrigin } from "../services/runtime/web/same-origin.ts";
import { getRequestId, getServices } from "../http/request-context.ts";
import { rejectRequest } from "../http/responses.ts";

export const maxLoggedOrigin = 200;

export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (isReadRequest(request) || !isFromOtherSite(request, url, context)) return next();
  const requestId = getRequestId(context);
  const origin = request.headers.get("Origin")?.slice(0, maxLoggedOrigin);
  getServices(context).log.warn({ requestId, origin }, "form of another origin refused");
  throw rejectRequest(403, requestId);
};

/** Programs, whose headers don't tell, are no other site. */
export function isFromOtherSite({ headers }: Request, url: URL, context: Readonly<RouterContextProvider>): boolean {
  return isSameOrigin(headers, url.origin, getServices(context).environment.SITE_URL) === false;
}
