import type { MiddlewareFunction } from "react-router";
import { siteMap } from "../i18n/site-map.ts";
import { splitLocale } from "../i18n/urls.ts";
import { getRequestId } from "../http/request-facts.ts";
import { rejectRequest } from "../http/http-error.ts";

/** Pages with forms, and endpoints for programs. */
const postPaths: ReadonlySet<string> = new Set(
  siteMap.filter(({ acceptsPost }) => acceptsPost).map(({ path }) => path),
);

/** Rejects POST requests to pages without a form. The framework's own response would reveal internals. */
export const rejectUnexpectedPosts: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const isReadMethod = request.method === "GET" || request.method === "HEAD";
  if (isReadMethod || postPaths.has(splitLocale(url.pathname).path)) return next();
  throw rejectRequest(405, getRequestId(context));
};
