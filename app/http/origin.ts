import { isSameOrigin } from "#app/services/runtime/web/same-origin.ts";
import { getServices, type Context } from "./request-context.ts";

/** Whether another site sent the request; `false` if no header reveals it, as in requests by programs. */
export const isFromOtherSite = (request: Request, url: URL, context: Context): boolean =>
  isFromThisSite(request, url, context) === false;

/** Whether this site sent the request; `undefined` if no header reveals it, as in requests by programs. */
export const isFromThisSite = ({ headers }: Request, url: URL, context: Context): boolean | undefined =>
  isSameOrigin(headers, url.origin, getServices(context).environment.SITE_URL);
