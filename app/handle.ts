import type { Namespace } from "./i18n/messages.ts";

/** Query parameters that change a page. */
export type QueryKey = "page" | "keyword" | "sort" | "q" | "verbatim" | "number" | "about" | "formula" | "view";

/** Middleware that a route can name (`app/middleware/route-middleware.ts`). `login`: only visitors with a login see the page. */
export type MiddlewareName = "login";

/** What a route module says of itself in its export `handle`, beyond what the framework knows. */
export type Handle = {
  /** Message namespaces of the screen, besides `common`. */
  messages?: Namespace[];
  /**
   * Query parameters that change the response, in the order of the page cache's key. `all`: the whole query as sent. Without it, also
   * without an empty list, the page cache isn't asked: the response is always made for one visitor.
   */
  query?: readonly QueryKey[] | "all";
  /** Middleware of this route and of those below it. Each needs a loader, because other pages are shown without asking the server. */
  middleware?: readonly MiddlewareName[];
};
