import type { MiddlewareFunction } from "react-router";
import { requireLogin } from "./login-gate.ts";

/** Middleware that a route names in its own list. `login`: only visitors with a login see the page. */
const namedMiddleware = { login: requireLogin } satisfies Record<string, MiddlewareFunction<Response>>;

export class UnknownMiddlewareError extends Error {
  override name = "UnknownMiddlewareError";

  constructor(name: string) {
    super(`a route names the middleware ${name}; there is ${Object.keys(namedMiddleware).join(", ")}`);
  }
}

/**
 * Returns middleware for a route's list: `export const middleware = [named("login")]`. Every route below needs a loader, because the
 * browser shows other pages without asking the server.
 * @throws UnknownMiddlewareError for a name that doesn't exist, when the route's module loads: the site then doesn't start
 */
export function named(name: keyof typeof namedMiddleware): MiddlewareFunction<Response> {
  if (!Object.hasOwn(namedMiddleware, name)) throw new UnknownMiddlewareError(name);
  return namedMiddleware[name];
}
