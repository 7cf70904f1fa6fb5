import type { MiddlewareFunction } from "react-router";

/** The registry has no middleware with this name. */
export class UnknownMiddlewareError extends Error {
  override name = "UnknownMiddlewareError";

  constructor(name: string, knownNames: string[]) {
    super(`Unknown route middleware: '${name}'. There is: ${knownNames.join(", ")}`);
  }
}

/** Creates a function that returns middleware by name. An unknown name throws when the route is loaded. */
export function createMiddlewareLookup(registry: Readonly<Record<string, MiddlewareFunction<Response>>>) {
  return (...names: string[]): MiddlewareFunction<Response>[] =>
    names.map((name) => {
      const middleware = Object.hasOwn(registry, name) ? registry[name] : undefined;
      if (!middleware) throw new UnknownMiddlewareError(name, Object.keys(registry));
      return middleware;
    });
}
