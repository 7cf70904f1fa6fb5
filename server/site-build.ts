import type { IncomingMessage } from "node:http";
import { createRequestHandler as createExpressHandler, type RequestHandler } from "@react-router/express";
import type { Request as ExpressRequest } from "express";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { SiteServices } from "../app/services.server.ts";
import { createPageSource, pageSourceContext, type PageSource } from "../app/http/page-source.ts";
import { requestContext, servicesContext, type RequestFacts } from "../app/http/request-context.ts";
import { resolveOldAddress } from "../app/middleware/redirects.ts";
import { createPageKeys, withoutPrefix } from "../app/http/shared-page.ts";
import type { Handle } from "../app/handle.ts";
import type { Exchange } from "./exchange.ts";

/** What the page cache must know of the site. The server itself knows nothing of languages, queries and cookies. */
export type PageSharing = {
  /** `undefined` if the response may not be shared. */
  getSharedPageKey(request: IncomingMessage, target: string): string | undefined;
  resolveOldAddress(path: string, search: string): string;
};

export type Site = PageSharing & {
  /** Records in `source` what the response was made from. */
  render(request: Request, source: PageSource, facts: RequestFacts): Promise<Response>;
  /** Responds to a visitor's own request. */
  respond: RequestHandler;
};

/** All routes, with their whole path, such as `en?/product/list/*`. */
const routes = Object.values(build.routes).flatMap((route) => {
  if (!route) return [];
  const paths: string[] = [];
  for (let current: typeof route | undefined = route; current; current = build.routes[current.parentId ?? ""])
    if (current.path) paths.unshift(current.path);
  return [{ id: route.id, pattern: paths.join("/"), handle: route.module.handle as Handle | undefined }];
});

/** Without language prefix. */
export const pagePatterns = routes
  .filter(({ pattern }) => withoutPrefix(pattern) !== pattern)
  .map(({ pattern }) => `/${withoutPrefix(pattern)}`)
  .filter((pattern) => pattern !== "/*");

export function createSite(services: SiteServices, clientAddress: (request: ExpressRequest) => string): Site {
  const mode = "production";
  const render = createRequestHandler(build, mode);
  const getPageKey = createPageKeys(routes);

  function createContext(source: PageSource, facts: RequestFacts): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(requestContext, facts);
    context.set(pageSourceContext, source);
    return context;
  }

  return {
    render: (request, source, facts) => render(request, createContext(source, facts)),
    respond: createExpressHandler({
      build,
      mode,
      getLoadContext(request, { locals }) {
        const { requestId: id, traceparent, signal } = locals as Exchange;
        return createContext(createPageSource(), { id, traceparent, clientAddress: clientAddress(request), signal });
      },
    }),
    getSharedPageKey: ({ method = "", headers }, target) => getPageKey(method, target, headers),
    resolveOldAddress: (path, search) => resolveOldAddress(services, path, search),
  };
}
