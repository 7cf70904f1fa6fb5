import type { MiddlewareFunction } from "react-router";
import { privateNoStore } from "../../platform/http-cache.ts";
import { requestIdOf } from "../../platform/request-facts.ts";
import { isGuarded } from "../../i18n/guarded-routes.ts";
import { loginAddress } from "../../i18n/login-address.ts";
import { unavailable } from "../http-error.ts";
import { redirectTo } from "../navigation.ts";
import { servicesOf } from "../services-context.ts";
import { getInstance } from "./i18next.ts";
import { visitorIn } from "./visitor.ts";

/** Sends a visitor who isn't logged in from a guarded page to the login. */
export const loginGate: MiddlewareFunction<Response> = ({ url, context }, next) => {
  if (!isGuarded(url.pathname, servicesOf(context).environment.GUARDED_ROUTES)) return next();
  const { state, token } = visitorIn(context);
  if (token !== undefined) return next();
  if (state === "unknown") throw unavailable(requestIdOf(context));
  const message = getInstance(context).t(state === "ended" ? "login.messages.expired" : "login.messages.loginFirst");
  return redirectTo(loginAddress(url.pathname, url.search, message), {
    status: 303,
    headers: { "Cache-Control": privateNoStore },
  });
};
