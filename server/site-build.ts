import { createRequestHandler, type RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { PageSource } from "../app/platform/page-source.ts";
import type { RequestFacts } from "../app/platform/request-facts.ts";

/** The built site, as far as this server knows it: it knows nothing of languages, queries and cookies. */
export type Site = {
  /** Answers a request, and says in `source` what the answer is made from. */
  handle(request: Request, source: PageSource, facts: RequestFacts): Promise<Response>;
  /** Exported by `app/entry.server.tsx`: the address under which an answer may be shared; `undefined` where it may not. */
  sharedPage(
    method: string,
    target: string,
    headers: { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined },
  ): string | undefined;
  /** The path that has taken the place of an old one; also exported there. */
  addressNow(path: string): string;
  /** What is wrong with what the site stands on, by name; also exported there. */
  problems(): Promise<{ database?: string; api?: string }>;
  /** Has `listener` told what has been edited, as `purge` of the page cache names it; also exported there. */
  onPurge(listener: (tags: readonly string[]) => void): void;
  /** Ends what the site does by itself and closes its database; also exported there. */
  close(): Promise<void>;
};

/** What `app/entry.server.tsx` exports for this server. */
type EntryExports = Omit<Site, "handle" | "sharedPage"> & {
  createLoadContext(source: PageSource, facts: RequestFacts): RouterContextProvider;
  sharedPage(...args: [...Parameters<Site["sharedPage"]>, isRouteId: (id: string) => boolean]): string | undefined;
};

const { createLoadContext, sharedPage, addressNow, problems, onPurge, close } = build.entry
  .module as unknown as EntryExports;
const handle = createRequestHandler(build, "production");

/** The addresses of all routes, as `PageSource.route` names them, and which take forms. */
export const routePatterns = Object.values(build.routes).flatMap((route) => {
  const paths = [];
  for (let at = route; at; at = build.routes[at.parentId ?? ""]) if (at?.path) paths.unshift(at.path);
  return route ? [{ pattern: `/${paths.join("/")}`, hasAction: route.module.action !== undefined }] : [];
});

/** The site that this server is bundled with. */
export const site: Site = {
  handle: (request, source, facts) => handle(request, createLoadContext(source, facts)),
  sharedPage: (method, target, headers) => sharedPage(method, target, headers, (id) => Object.hasOwn(build.routes, id)),
  addressNow,
  problems,
  onPurge,
  close,
};
