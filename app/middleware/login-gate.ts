import type { MiddlewareFunction } from "react-router";
import { privateNoStore } from "../services/runtime/http-cache.ts";
import { getRequestId, getServices, getVisitor } from "../http/request-context.ts";
import { isGuarded, createLoginPath } from "../i18n/guarded-routes.ts";
import { createUnavailable, redirectTo } from "../http/responses.ts";

export const loginGate: MiddlewareFunction<Response> = ({ url, context }, next) => {
  if (!isGuarded(url.pathname, getServices(context).environment.GUARDED_ROUTES)) return next();
  const { state, token } = getVisitor(context);
  if (token !== undefined) return next();
  if (state === "unknown") throw createUnavailable(getRequestId(context));
  return redirectTo(createLoginPath(url.pathname, url.search, state === "ended" ? "expired" : "loginFirst"), {
    status: 303,
    headers: { "Cache-Control": privateNoStore },
  });
};
