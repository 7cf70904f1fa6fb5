import type { MiddlewareFunction } from "react-router";
import { requestIdOf } from "../../platform/request-facts.ts";
import { notTaken } from "../http-error.ts";
import { originOf } from "../origin.ts";
import { servicesOf } from "../services-context.ts";

/**
 * Refuses a form that another site's page sends: by `Sec-Fetch-Site`, or by an `Origin` that isn't this site's.
 * A request with neither header is from something that no page of another site can make use of.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead || isOwn(request, originOf(context, url))) return next();
  const requestId = requestIdOf(context);
  servicesOf(context).log.warn({ requestId, origin: request.headers.get("Origin") }, "form of another origin refused");
  throw notTaken(403, requestId);
};

/** Whether a request comes from a page of this site, or from no page at all. */
export function isOwn({ headers }: Request, own: string): boolean {
  if (headers.get("Sec-Fetch-Site") === "cross-site") return false;
  const origin = headers.get("Origin");
  return origin === null || origin === own;
}
