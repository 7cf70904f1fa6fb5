import type { Namespace } from "./i18n/messages.ts";

/** Query parameters that change a page. */
export type QueryKey = "page" | "keyword" | "sort" | "q" | "verbatim" | "number" | "about" | "formula" | "view";

/** What a route module says of itself in its export `handle`, beyond what the framework knows. */
export type Handle = {
  /** Message namespaces of the screen, besides `common`. */
  messages?: Namespace[];
  /**
   * Query parameters that change the response, in the order of the page cache's key. `all`: the whole query as sent. Without it, also
   * without an empty list, the page cache isn't asked: the response is always made for one visitor.
   */
  query?: readonly QueryKey[] | "all";
  /** `false`: pages of this route, which has a loader, and of those below it run no scripts, and their policy allows none. */
  scripts?: false;
};
