import type { MiddlewareFunction } from "react-router";
import { privateNoStore } from "../services/runtime/http-cache.ts";
import { getRequestId, getServices } from "../http/request-context.ts";
import { isGuarded } from "../i18n/guarded-routes.ts";
import { createLoginPath } from "../i18n/urls.ts";
import { createUnavailable } from "../http/http-error.ts";
import { redirectTo } from "../http/navigation.ts";
import { getVisitor } from "./visitor.ts";

/** Redirects visitors who aren't logged in from guarded pages to the login. */
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
