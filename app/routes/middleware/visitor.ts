import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { privateNoStore } from "../../platform/http-cache.ts";
import { requestIdOf } from "../../platform/request-facts.ts";
import type { LoginState } from "../../submissions/logins.ts";
import { servicesOf } from "../services-context.ts";
import { userStore } from "../user-store.ts";

/** Who asks: `token` only where it is of a login that lasts, as far as the site knows. */
export type Visitor = { state: LoginState | "none"; token?: string };

const visitorContext = createContext<Visitor>({ state: "none" });

/**
 * Finds out, once a request, whether the visitor is logged in. One whose token isn't accepted counts as anyone, and loses it;
 * so does one of whom it can't be told now, but keeps it.
 */
export const visitor: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const token = userStore.get(request);
  if (token === undefined) return next();
  const { logins, log, isSecure } = servicesOf(context);
  const state = await logins.state(token).catch((error: unknown) => {
    log.warn({ requestId: requestIdOf(context), err: error }, "login could not be looked up");
    return "unknown" as const;
  });
  context.set(visitorContext, { state, ...(state === "open" && { token }) });
  const response = await next();
  const isSet = response.headers.getSetCookie().some((cookie) => cookie.startsWith("token="));
  if (state === "ended" && !isSet) {
    response.headers.append("Set-Cookie", userStore.set(undefined, isSecure));
    response.headers.set("Cache-Control", privateNoStore);
  }
  return response;
};

/** Who asks, as `visitor` has found out. */
export function visitorIn(context: Readonly<RouterContextProvider>): Visitor {
  return context.get(visitorContext);
}
