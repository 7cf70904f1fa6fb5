import type { IncomingMessage } from "node:http";
import { createRequestHandler as createExpressHandler } from "@react-router/express";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { createPageKeyGetter, getPattern, withoutPrefix } from "#app/http/page-keys.ts";
import { pageTagsContext, type PageTags } from "#app/http/page-tags.ts";
import { requestContext, servicesContext, type RequestFacts } from "#app/http/request-context.ts";
import { resolveOldAddress } from "#app/middleware/redirects.ts";
import type { SiteServices } from "#app/services.server.ts";
import { getExchange } from "./page-cache/exchange.ts";
import type { RenderPage } from "./page-cache/shared-pages.ts";

/** The site as the server uses it. The server itself doesn't handle languages, queries or cookies. */
export type Site = ReturnType<typeof createSite>;

/** Patterns of the pages, each without the language prefix. */
export const pagePatterns = Object.keys(build.routes)
  .map((id) => getPattern(build.routes, id))
  .filter((pattern) => withoutPrefix(pattern) !== pattern)
  .map((pattern) => `/${withoutPrefix(pattern)}`)
  .filter((pattern) => pattern !== "/*");

export function createSite(services: SiteServices) {
  const mode = "production";
  const handleRequest = createRequestHandler(build, mode);
  const getPageKey = createPageKeyGetter(build.routes);

  function createContext(tags: PageTags, facts: RequestFacts): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(requestContext, facts);
    context.set(pageTagsContext, tags);
    return context;
  }

  return {
    render: ((request, tags, facts) => handleRequest(request, createContext(tags, facts))) satisfies RenderPage,
    respond: createExpressHandler({
      build,
      mode,
      getLoadContext(request) {
        const { caller, signal } = getExchange(request);
        return createContext(new Set(), { ...caller, signal });
      },
    }),
    /** @returns the request's key in the page cache; `undefined` if responses to such a request are never shared */
    getSharedPageKey: ({ method = "", headers }: IncomingMessage, target: string): string | undefined =>
      getPageKey(method, target, headers),
    resolveOldAddress: (path: string, search: string): string => resolveOldAddress(services, path, search),
  };
}
