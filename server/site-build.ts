import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { SiteServices } from "../app/services.server.ts";
import { pageSourceContext, type PageSource } from "../app/http/page-source.ts";
import { requestContext, type RequestFacts } from "../app/http/request-facts.ts";
import { resolveOldAddress } from "../app/http/old-addresses.ts";
import { isPreview } from "../app/http/preview.ts";
import { createPageKeys } from "../app/http/shared-page.ts";
import type { Handle } from "../app/handle.ts";
import { servicesContext } from "../app/services-context.ts";

/** The built site. The server itself knows nothing of languages, queries and cookies. */
export type Site = {
  /** Responds to a request, and records in `source` what the response was made from. */
  handle(request: Request, source: PageSource, facts: RequestFacts): Promise<Response>;
  /** Returns the cache key of a request; `undefined` if its response may not be shared. */
  getSharedPageKey(
    method: string,
    target: string,
    headers: { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined },
  ): string | undefined;
  /** Returns the path that replaces an old one. */
  resolveOldAddress(path: string, search: string): string;
};

/** All routes, with their whole path, such as `en?/product/list/*`. */
const routes = Object.values(build.routes).flatMap((route) => {
  const paths = [];
  for (let current = route; current; current = build.routes[current.parentId ?? ""])
    if (current?.path) paths.unshift(current.path);
  if (!route) return [];
  const { action, handle } = route.module;
  const hasAction = action !== undefined;
  return [{ id: route.id, pattern: paths.join("/"), hasAction, handle: handle as Handle | undefined }];
});

/** Patterns of all routes, as in `PageSource.route`, and whether they have an action. */
export const routePatterns = routes.map(({ pattern, hasAction }) => ({ pattern: `/${pattern}`, hasAction }));

/** Creates the site from the server build and these services. */
export function createSite(services: SiteServices): Site {
  const handle = createRequestHandler(build, "production");
  const getPageKey = createPageKeys(routes);
  return {
    handle(request, source, facts) {
      const context = new RouterContextProvider();
      context.set(servicesContext, services);
      context.set(requestContext, facts);
      context.set(pageSourceContext, source);
      return handle(request, context);
    },
    getSharedPageKey: (method, target, headers) =>
      isPreview(services, target) ? undefined : getPageKey(method, target, headers),
    resolveOldAddress: (path, search) => resolveOldAddress(services, path, search),
  };
}
