import type { MiddlewareFunction } from "react-router";
import { environment } from "../../compose.server.ts";
import { privateNoStore } from "../../platform/http-cache.ts";
import { isGuarded } from "../../i18n/guarded-routes.ts";
import { loginAddress } from "../../i18n/login-address.ts";
import { redirectTo } from "../navigation.ts";
import { userStore } from "../user-store.ts";
import { messagesOf } from "./messages.ts";

/** Sends a visitor without a token from a guarded page to the login. */
export const loginGate: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (!isGuarded(url.pathname, environment.GUARDED_ROUTES) || userStore.get(request)) return next();
  const message = messagesOf(context).t("login.messages.loginFirst");
  return redirectTo(loginAddress(url.pathname, url.search, message), {
    status: 303,
    headers: { "Cache-Control": privateNoStore },
  });
};
