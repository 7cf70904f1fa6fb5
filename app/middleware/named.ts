import type { MiddlewareFunction } from "react-router";
import { requireLogin } from "./login-gate.ts";

/** Middleware for a route's own list. `login` requires a login. */
const namedMiddleware = { login: requireLogin } satisfies Record<string, MiddlewareFunction<Response>>;

export class UnknownMiddlewareError extends Error {
  override name = "UnknownMiddlewareError";

  constructor(name: string) {
    super(`a route names the unknown middleware ${name}; available: ${Object.keys(namedMiddleware).join(", ")}`);
  }
}

/**
 * Returns middleware for a route's list: `export const middleware = [named("login")]`. Every route below needs a
 * loader: without one the router navigates without a request.
 * @throws UnknownMiddlewareError when the route's module loads, so that the site doesn't start
 */
export function named(name: keyof typeof namedMiddleware): MiddlewareFunction<Response> {
  if (!Object.hasOwn(namedMiddleware, name)) throw new UnknownMiddlewareError(name);
  return namedMiddleware[name];
}
