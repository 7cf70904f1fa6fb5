/** What the site answers, by its addresses without the prefix of a language. */
type Row = {
  /** `:name` stands for one segment, `*` in a segment for letters and hyphens, and at the end for everything below. */
  path: string;
  /** A page is in a language; a file isn't, and neither is what programs ask for. The owner's files are in `public`. */
  is: "page" | "file" | "owner's file";
  /** Whether the answer may be kept for others in the page cache, and by a shared cache in front. @default true */
  isShared?: false;
  /** The keys of a query that decide what it shows, in the order of a cache key. */
  query?: readonly QueryKey[];
  /** It takes what is sent to it. */
  takesForm?: true;
  /** It stands in the sitemap, as lists and items do by themselves. */
  isListed?: true;
  /** Search engines are asked not to read it. */
  isClosed?: true;
  /** A page that only a form leads to: nothing links to it. */
  isAnswer?: true;
};

export type QueryKey = "page" | "keyword" | "sort" | "q";

/** The one table of the site. Tests hold `app/routes.ts` and `deploy/nginx/http.conf` against it. */
export const siteMap: readonly Row[] = [
  { path: "/", is: "page", isListed: true },
  { path: "/about-us", is: "page", isListed: true },
  { path: "/contact-us", is: "page", isListed: true, takesForm: true },
  { path: "/contact-us/received", is: "page", isShared: false, isClosed: true, isAnswer: true },
  { path: "/quotation", is: "page", isShared: false, isListed: true, takesForm: true },
  { path: "/quotation/received", is: "page", isShared: false, isClosed: true, isAnswer: true },
  { path: "/login", is: "page", isShared: false, isClosed: true, takesForm: true },
  { path: "/search", is: "page", query: ["q"] },
  { path: "/:kind/list/*", is: "page", query: ["page", "keyword", "sort"] },
  { path: "/:kind/info/:id", is: "page" },

  { path: "/language/*", is: "file", isShared: false, isClosed: true },
  { path: "/media/*", is: "file", isShared: false },
  { path: "/api/*", is: "file", isShared: false, isClosed: true },
  { path: "/guestbook", is: "file", isShared: false },
  { path: "/hooks/*", is: "file", isShared: false, isClosed: true },
  { path: "/hooks/purge", is: "file", isShared: false, takesForm: true },
  { path: "/hooks/csp-report", is: "file", isShared: false, takesForm: true },
  { path: "/healthz", is: "file", isShared: false },
  { path: "/readyz", is: "file", isShared: false },
  { path: "/metrics", is: "file", isShared: false },
  { path: "/rss.xml", is: "file" },
  { path: "/sitemap*.xml", is: "file", query: ["page"] },
  { path: "/robots.txt", is: "file" },
  { path: "/manifest.webmanifest", is: "file" },

  { path: "/assets/*", is: "file" },
  { path: "/builds/*", is: "file" },
  { path: "/icons/*", is: "file" },
  { path: "/plates/*", is: "file" },
  { path: "/share/*", is: "file" },
  { path: "/files/*", is: "owner's file" },
  { path: "/qr/*", is: "owner's file" },
];

/** Pages that are there whatever the content is, beside the list of each kind. */
export const fixedPages: readonly Row[] = siteMap.filter(
  ({ path, is, isAnswer }) => is === "page" && !isAnswer && !path.includes(":"),
);

function source(path: string): string {
  return path.replace(/\/\*$/, "").replaceAll(".", "\\.").replaceAll("*", "[a-z-]*").replaceAll(/:\w+/g, "[^/]+");
}

/**
 * What matches the path of any of these rows, and where they end so, all below it.
 * @param reach "and data": the addresses of their loader data, too
 */
export function matcherOf(rows: readonly Row[], reach: "alone" | "and data" = "alone"): RegExp {
  const data = reach === "and data" ? "(?:\\.data)?" : "";
  const below = reach === "and data" ? "(?:[/.]|$)" : "(?:/|$)";
  const sources = rows.map(({ path }) => source(path) + (path.endsWith("/*") ? below : `${data}$`));
  return new RegExp(`^(?:${sources.join("|")})`);
}
