import type { MiddlewareFunction } from "react-router";
import { environment, log } from "../../compose.server.ts";
import { requestIdOf } from "../../platform/request-facts.ts";
import { notTaken } from "../http-error.ts";

/**
 * Refuses a form that another site's page sends: by `Sec-Fetch-Site`, or by an `Origin` that isn't this site's.
 * A request with neither header is from something that no page of another site can make use of.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD" || isOwn(request)) return next();
  const requestId = requestIdOf(context);
  log.warn({ requestId, origin: request.headers.get("Origin") }, "form of another origin refused");
  throw notTaken(403, requestId);
};

/** Whether a request comes from a page of this site, or from no page at all. */
export function isOwn({ headers, url }: Request): boolean {
  if (headers.get("Sec-Fetch-Site") === "cross-site") return false;
  const origin = headers.get("Origin");
  return origin === null || origin === (environment.SITE_URL ?? new URL(url).origin);
}
