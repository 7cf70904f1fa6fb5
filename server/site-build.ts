import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { SiteServices } from "../app/compose.server.ts";
import { pageSourceContext, type PageSource } from "../app/platform/page-source.ts";
import { requestContext, type RequestFacts } from "../app/platform/request-facts.ts";
import { addressNow } from "../app/routes/old-addresses.ts";
import { sharedPage } from "../app/routes/preview.ts";
import { servicesContext } from "../app/routes/services-context.ts";

/** The built site, as far as this server knows it: it knows nothing of languages, queries and cookies. */
export type Site = {
  /** Answers a request, and says in `source` what the answer is made from. */
  handle(request: Request, source: PageSource, facts: RequestFacts): Promise<Response>;
  /** The address under which an answer may be shared; `undefined` where it may not. */
  sharedPage(
    method: string,
    target: string,
    headers: { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined },
  ): string | undefined;
  /** The path that has taken the place of an old one. */
  addressNow(path: string): string;
};

/** The addresses of all routes, as `PageSource.route` names them, and which take forms. */
export const routePatterns = Object.values(build.routes).flatMap((route) => {
  const paths = [];
  for (let at = route; at; at = build.routes[at.parentId ?? ""]) if (at?.path) paths.unshift(at.path);
  return route ? [{ pattern: `/${paths.join("/")}`, hasAction: route.module.action !== undefined }] : [];
});

/** The site that this server is built with, made of these services. */
export function createSite(services: SiteServices): Site {
  const handle = createRequestHandler(build, "production");
  const isRouteId = (id: string) => Object.hasOwn(build.routes, id);
  return {
    handle(request, source, facts) {
      const context = new RouterContextProvider();
      context.set(servicesContext, services);
      context.set(requestContext, facts);
      context.set(pageSourceContext, source);
      return handle(request, context);
    },
    sharedPage: (method, target, headers) => sharedPage(services, method, target, headers, isRouteId),
    addressNow: (path) => addressNow(services, path),
  };
}
