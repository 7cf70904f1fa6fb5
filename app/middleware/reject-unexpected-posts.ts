import type { MiddlewareFunction } from "react-router";
import { isReadRequest } from "../services/runtime/read-request.ts";
import { rejectRequest } from "../http/responses.ts";
import { getRequestId } from "../http/request-context.ts";
import { splitLocale } from "../i18n/urls.ts";
import { isApiPost } from "./embedded-api-posts.ts";

/** Paths of the routes with an action, which a test compares with the route modules. */
export const postPaths: ReadonlySet<string> = new Set(
  "/contact-us /quotation /login /hooks/purge /client-errors".split(" "),
);

/** Rejects POST requests to routes without an action. The framework's own response would reveal internals. */
export const rejectUnexpectedPosts: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (isReadRequest(request) || postPaths.has(splitLocale(url.pathname).path) || isApiPost(request, url)) return next();
  throw rejectRequest(405, getRequestId(context));
};
