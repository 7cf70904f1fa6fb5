import type { Namespace } from "./i18n/messages.ts";

/** Query parameters that change a page. */
export type QueryKey =
  "page" | "keyword" | "sort" | "q" | "verbatim" | "number" | "about" | "formula" | "amount" | "per" | "view";

/** Properties of a route, besides the framework's, which the route's module exports as `handle`. */
export type Handle = {
  /** Message namespaces of the screen, besides `common`. */
  messages?: Namespace[];
  /**
   * Query parameters that change the response, in the order of the page cache's key; `all` for the whole query as sent.
   * Without this list the page cache isn't read, because each response is for one visitor.
   */
  query?: readonly QueryKey[] | "all";
  /** `false` if pages of this route and below run no scripts, by policy. The route needs a loader. */
  scripts?: false;
};
