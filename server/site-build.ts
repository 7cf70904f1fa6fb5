import type { IncomingMessage } from "node:http";
import { createRequestHandler as createExpressHandler } from "@react-router/express";
import type { Request as ExpressRequest } from "express";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { SiteServices } from "../app/services.server.ts";
import { createPageSource, pageSourceContext, type PageSource } from "../app/http/page-source.ts";
import { requestContext, servicesContext, type RequestFacts } from "../app/http/request-context.ts";
import { resolveOldAddress } from "../app/middleware/redirects.ts";
import { getHandle, getPattern, readRouteMiddleware } from "../app/middleware/route-middleware.ts";
import { createPageKeys, withoutPrefix } from "../app/http/shared-page.ts";
import type { Exchange } from "./exchange.ts";

/** The server itself knows nothing of languages, queries and cookies. */
export type Site = ReturnType<typeof createSite>;

// A route that names unknown middleware stops the start.
readRouteMiddleware(build.routes);

const routes = Object.values(build.routes).flatMap((route) =>
  route
    ? [{ id: route.id, pattern: getPattern(build.routes, route.id), handle: getHandle(build.routes, route.id) }]
    : [],
);

/** Without language prefix. */
export const pagePatterns = routes
  .filter(({ pattern }) => withoutPrefix(pattern) !== pattern)
  .map(({ pattern }) => `/${withoutPrefix(pattern)}`)
  .filter((pattern) => pattern !== "/*");

export function createSite(services: SiteServices, clientAddress: (request: ExpressRequest) => string) {
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
    /** Records in `source` what the response was made from. */
    render: (request: Request, source: PageSource, facts: RequestFacts): Promise<Response> =>
      render(request, createContext(source, facts)),
    respond: createExpressHandler({
      build,
      mode,
      getLoadContext(request, { locals }) {
        const { requestId: id, traceparent, signal } = locals as Exchange;
        return createContext(createPageSource(), { id, traceparent, clientAddress: clientAddress(request), signal });
      },
    }),
    /** `undefined` if the response may not be shared. */
    getSharedPageKey: ({ method = "", headers }: IncomingMessage, target: string): string | undefined =>
      getPageKey(method, target, headers),
    resolveOldAddress: (path: string, search: string): string => resolveOldAddress(services, path, search),
  };
}
