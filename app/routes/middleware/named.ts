import type { MiddlewareFunction } from "react-router";

/** A route names a middleware that isn't in the registry. */
export class UnknownMiddlewareError extends Error {
  override name = "UnknownMiddlewareError";

  constructor(name: string, known: string[]) {
    super(`Unknown route middleware: '${name}'. There is: ${known.join(", ")}`);
  }
}

/** A function that gives the middleware of these names, in that order. An unknown name is an error when a route is loaded. */
export function namedMiddleware(registry: Readonly<Record<string, MiddlewareFunction<Response>>>) {
  return (...names: string[]): MiddlewareFunction<Response>[] =>
    names.map((name) => {
      const middleware = Object.hasOwn(registry, name) ? registry[name] : undefined;
      if (!middleware) throw new UnknownMiddlewareError(name, Object.keys(registry));
      return middleware;
    });
}
