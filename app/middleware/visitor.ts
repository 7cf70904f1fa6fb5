import type { MiddlewareFunction } from "react-router";
import { getRequestId, getServices, visitorContext } from "#app/http/request-context.ts";
import { userCookieName, userStore } from "#app/http/user-store.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";

/** Looks up the visitor's login. Deletes the cookie of a rejected token, but keeps it if the token can't be checked. */
export const resolveVisitor: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const token = userStore.get(request);
  if (token === undefined) return next();
  const { logins, log, isSecure } = getServices(context);
  const state = await logins.getState(token).catch((error: unknown) => {
    log.warn({ requestId: getRequestId(context), err: error }, "login could not be looked up");
    return "unknown" as const;
  });
  context.set(visitorContext, { state, ...(state === "open" && { token }) });
  const response = await next();
  const isSet = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${userCookieName}=`));
  if (state === "ended" && !isSet) {
    response.headers.append("Set-Cookie", userStore.set(undefined, isSecure));
    response.headers.set("Cache-Control", privateNoStore);
  }
  return response;
};
