import type { MiddlewareFunction } from "react-router";
import { getRequestId, getServices, getT, getVisitor } from "#app/http/request-context.ts";
import { createUnavailable, redirectTo } from "#app/http/responses.ts";
import { createLoginPath, isGuarded } from "#app/i18n/guarded-routes.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";

/** Requires a login for the pages of `GUARDED_ROUTES`. */
export const loginGate: MiddlewareFunction<Response> = (args, next) =>
  isGuarded(args.url.pathname, getServices(args.context).environment.GUARDED_ROUTES)
    ? requireLogin(args, next)
    : next();

export const requireLogin: MiddlewareFunction<Response> = ({ url, context }, next) => {
  const { state, token } = getVisitor(context);
  if (token !== undefined) return next();
  if (state === "unknown") throw createUnavailable(getRequestId(context));
  const message = getT(context, "common")(`login.messages.${state === "ended" ? "expired" : "loginFirst"}`);
  return redirectTo(createLoginPath(url.pathname, url.search, message), {
    status: 303,
    headers: { "Cache-Control": privateNoStore },
  });
};
