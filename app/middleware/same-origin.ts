import type { MiddlewareFunction } from "react-router";
import { isFromOtherSite } from "#app/http/origin.ts";
import { getRequestId, getServices, type Context } from "#app/http/request-context.ts";
import { rejectRequest } from "#app/http/responses.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";

const maxLoggedLength = 200;

export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (isSafeMethod(request) || !isFromOtherSite(request, url, context)) return next();
  logRefusal(request, context);
  throw rejectRequest(403, getRequestId(context));
};

export function logRefusal({ headers }: Request, context: Context): void {
  const [origin, host] = ["Origin", "Host"].map((name) => headers.get(name)?.slice(0, maxLoggedLength));
  const { environment, log } = getServices(context);
  const remedy = environment.SITE_URL
    ? ""
    : ": if it is the site's own, set SITE_URL to it, or let the proxy pass Host on (proxy_set_header Host $http_host)";
  log.warn({ requestId: getRequestId(context), origin, host }, `form of another origin refused${remedy}`);
}
