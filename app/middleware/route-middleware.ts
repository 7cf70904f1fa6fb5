import type { MiddlewareFunction } from "react-router";
import type { Handle, MiddlewareName } from "../handle.ts";
import { requireLogin } from "./login-gate.ts";

/** Middleware that a route names in its `handle`; the routes below it have it, too. */
const namedMiddleware: Readonly<Record<MiddlewareName, MiddlewareFunction<Response>>> = { login: requireLogin };

export class UnknownMiddlewareError extends Error {
  override name = "UnknownMiddlewareError";

  constructor(routeId: string, name: string) {
    super(`the route ${routeId} names the middleware ${name}; there is ${Object.keys(namedMiddleware).join(", ")}`);
  }
}

type Route = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  caseSensitive?: boolean;
  module: { handle?: unknown; action?: unknown };
};

/** The routes of the server build by id. */
export type BuildRoutes = Readonly<Record<string, Route | undefined>>;

/** Lists a route and the routes above it, the uppermost first. */
function listBranch(routes: BuildRoutes, id: string | undefined): Route[] {
  const route = id === undefined ? undefined : routes[id];
  return route ? [...listBranch(routes, route.parentId), route] : [];
}

/** Returns the whole path of a route, such as `en?/product/list/*`. */
export function getPattern(routes: BuildRoutes, id: string): string {
  return listBranch(routes, id)
    .flatMap(({ path }) => path || [])
    .join("/");
}

/**
 * Returns the middleware that routes name, by their pattern.
 * @throws UnknownMiddlewareError for a name that doesn't exist
 */
export function readRouteMiddleware(routes: BuildRoutes): ReadonlyMap<string, MiddlewareFunction<Response>[]> {
  const listOwn = ({ id, module }: Route) =>
    ((module.handle as Handle | undefined)?.middleware ?? []).map((name) => {
      if (!Object.hasOwn(namedMiddleware, name)) throw new UnknownMiddlewareError(id, name);
      return namedMiddleware[name];
    });
  // A layout without a path has no address. An index is at the address of its parent, so it comes later.
  const pages = Object.values(routes).flatMap((route) =>
    route && (route.path !== undefined || route.index) ? route : [],
  );
  pages.sort((a, b) => Number(a.index ?? false) - Number(b.index ?? false));
  return new Map(pages.map(({ id }) => [getPattern(routes, id), listBranch(routes, id).flatMap(listOwn)]));
}

const loadRouteMiddleware = async () => readRouteMiddleware((await import("virtual:react-router/server-build")).routes);
let loadedPromise: ReturnType<typeof loadRouteMiddleware> | undefined;

/** Runs the middleware that the route of a request names. */
export const routeMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const byPattern = await (loadedPromise ??= loadRouteMiddleware());
  const run = (names: readonly MiddlewareFunction<Response>[]): Promise<Response> =>
    names[0] ? (names[0](args, () => run(names.slice(1))) as Promise<Response>) : next();
  return run(byPattern.get(args.pattern) ?? []);
};
