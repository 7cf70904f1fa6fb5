import type { MiddlewareFunction } from "react-router";
import { isReadRequest } from "../services/runtime/web/read-request.ts";
import { rejectRequest } from "../http/responses.ts";
import { getRequestId } from "../http/request-context.ts";
import { getPattern } from "../http/page-keys.ts";

/** Rejects POST requests to routes without an action. The framework's own response would reveal internals. */
export const rejectUnexpectedPosts: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  if (isReadRequest(request)) return next();
  const { routes } = await import("virtual:react-router/server-build");
  const hasAction = Object.values(routes).some(
    (route) => route?.module.action && getPattern(routes, route.id) === pattern,
  );
  if (hasAction) return next();
  throw rejectRequest(405, getRequestId(context));
};
