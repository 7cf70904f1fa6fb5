import type { Namespace } from "./i18n/messages.ts";

/** Query parameters that change a page. */
export type QueryKey = "page" | "keyword" | "sort" | "q" | "verbatim" | "number" | "about";

/** What a route module says of itself in its export `handle`, beyond what the framework knows. */
export type Handle = {
  /** Message namespaces of the screen, besides `common`. */
  messages?: Namespace[];
  /** Query parameters that change the response, in the order of the cache key. */
  query?: readonly QueryKey[];
  /** Whether the page cache and other shared caches may store the response. @default true */
  isShared?: false;
};
