import { createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";

/** The built site, as far as this server knows it: it knows nothing of languages, queries and cookies. */
export type Site = {
  handle(request: Request): Promise<Response>;
  /** Exported by `app/entry.server.tsx`: the address under which an answer may be shared; `undefined` where it may not. */
  sharedPage(
    method: string,
    target: string,
    headers: { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined },
  ): string | undefined;
  /** What is wrong with what the site stands on, by name; also exported there. */
  problems(): Promise<{ database?: string; api?: string }>;
  /** Has `listener` told what has been edited, as `purge` of the page cache names it; also exported there. */
  onPurge(listener: (tags: readonly string[]) => void): void;
};

const { sharedPage, problems, onPurge } = build.entry.module as unknown as Omit<Site, "handle">;

/** The site that this server is bundled with. */
export const site: Site = { handle: createRequestHandler(build, "production"), sharedPage, problems, onPurge };
