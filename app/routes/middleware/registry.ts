import type { MiddlewareFunction } from "react-router";
import { api } from "./api.ts";
import { canonicalPath } from "./canonical-path.ts";
import { language } from "./language.ts";
import { messages } from "./messages.ts";
import { responseHeaders } from "./response-headers.ts";

const registry: Record<string, MiddlewareFunction<Response>> = {
  "response-headers": responseHeaders,
  "canonical-path": canonicalPath,
  language,
  messages,
  api,
};

/** A route names a middleware that isn't in the registry. */
export class UnknownMiddlewareError extends Error {
  override name = "UnknownMiddlewareError";

  constructor(name: string) {
    super(`Unknown route middleware: '${name}'. There is: ${Object.keys(registry).join(", ")}`);
  }
}

/** The middleware that a route names, in that order. An unknown name is an error when the route is loaded. */
export function routeMiddleware(...names: string[]): MiddlewareFunction<Response>[] {
  return names.map((name) => {
    const middleware = Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (!middleware) throw new UnknownMiddlewareError(name);
    return middleware;
  });
}
