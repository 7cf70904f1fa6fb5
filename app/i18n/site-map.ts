/** A route of the site, without language prefix. */
type Row = {
  /**
   * `:name` matches one segment. `*` within a segment matches lower-case letters and hyphens. `/*` at the end matches the path
   * itself and all paths below it.
   */
  path: string;
  /** Pages have a language; files and endpoints for programs don't. The owner's files are in `public`. */
  type: "page" | "file" | "owner's file";
  /** Whether the page cache and other shared caches may store the response. @default true */
  isShared?: false;
  /** Query parameters that change the page, in the order of the cache key. */
  query?: readonly QueryKey[];
  /** Whether the route accepts POST requests. */
  acceptsPost?: true;
  /** Whether the sitemap lists the page. Lists and items are always listed. */
  isListed?: true;
  /** Whether `robots.txt` asks search engines not to read the route. */
  isDisallowed?: true;
  /** Whether the route has no links to it. A confirmation, for example, has none. */
  isUnlinked?: true;
};

export type QueryKey = "page" | "keyword" | "sort" | "q" | "verbatim" | "number";

/** The table of all routes. Tests compare it with `app/routes.ts` and `deploy/nginx/http.conf`. */
export const siteMap: readonly Row[] = [
  { path: "/", type: "page", isListed: true },
  { path: "/about-us", type: "page", isListed: true },
  { path: "/contact-us", type: "page", isListed: true, acceptsPost: true },
  { path: "/contact-us/received", type: "page", isShared: false, isDisallowed: true, isUnlinked: true },
  { path: "/quotation", type: "page", isShared: false, isListed: true, acceptsPost: true },
  { path: "/quotation/received", type: "page", isShared: false, isDisallowed: true, isUnlinked: true },
  { path: "/login", type: "page", isShared: false, isDisallowed: true, acceptsPost: true },
  { path: "/search", type: "page", query: ["q", "verbatim"] },
  { path: "/search/suggest", type: "page", query: ["q"], isDisallowed: true, isUnlinked: true },
  { path: "/page/:slug", type: "page" },
  { path: "/batch", type: "page", query: ["number"] },
  { path: "/batch/:number", type: "page" },
  { path: "/batch/:number/qr.svg", type: "page", isUnlinked: true },
  { path: "/:kind/list/*", type: "page", query: ["page", "keyword", "sort", "verbatim"] },
  { path: "/:kind/info/:id", type: "page" },

  { path: "/language/*", type: "file", isShared: false, isDisallowed: true },
  { path: "/media/*", type: "file", isShared: false },
  { path: "/api/*", type: "file", isShared: false, isDisallowed: true },
  { path: "/guestbook", type: "file", isShared: false },
  { path: "/hooks/*", type: "file", isShared: false, isDisallowed: true },
  { path: "/hooks/purge", type: "file", isShared: false, acceptsPost: true },
  { path: "/hooks/csp-report", type: "file", isShared: false, acceptsPost: true },
  { path: "/healthz", type: "file", isShared: false },
  { path: "/readyz", type: "file", isShared: false },
  { path: "/metrics", type: "file", isShared: false },
  { path: "/rss.xml", type: "file" },
  { path: "/sitemap*.xml", type: "file", query: ["page"] },
  { path: "/robots.txt", type: "file" },
  { path: "/manifest.webmanifest", type: "file" },
  { path: "/theme.css", type: "file" },

  { path: "/assets/*", type: "file" },
  { path: "/builds/*", type: "file" },
  { path: "/icons/*", type: "file" },
  { path: "/plates/*", type: "file" },
  { path: "/share/*", type: "file" },
  { path: "/files/*", type: "owner's file" },
  { path: "/qr/*", type: "owner's file" },
];

/** Pages that don't depend on the content, except the lists of the kinds. */
export const fixedPages: readonly Row[] = siteMap.filter(
  ({ path, type, isUnlinked }) => type === "page" && !isUnlinked && !path.includes(":"),
);

/** The plain page that forms and the footer link to, if it exists. */
export const privacySlug = "privacy";

/** Returns the path of an item, a plain page (kind `page`) or a batch (kind `batch`), without language prefix. */
export function getContentPath(kind: string, id: string): string {
  return `/${kind}/${kind === "page" || kind === "batch" ? "" : "info/"}${encodeURIComponent(id)}`;
}

/** Parses a decoded path without language prefix to the kind and id of its content; an empty array for other paths. */
export function parseContentPath(path: string): [kind?: string, id?: string] {
  const [, kind, id] = /^\/([a-z]+)\/info\/([^/]+)$/.exec(path) ?? /^\/(page|batch)\/([^/]+)$/.exec(path) ?? [];
  return kind === undefined ? [] : [kind, id];
}

function toPattern(path: string): string {
  return path.replace(/\/\*$/, "").replaceAll(".", "\\.").replaceAll("*", "[a-z-]*").replaceAll(/:\w+/g, "[^/]+");
}

/**
 * Creates a pattern that matches the paths of these rows, including everything below `/*`.
 * @param scope "and data" also matches the URLs of their loader data
 */
export function createPathMatcher(rows: readonly Row[], scope: "alone" | "and data" = "alone"): RegExp {
  const data = scope === "and data" ? "(?:\\.data)?" : "";
  const end = scope === "and data" ? "(?:[/.]|$)" : "(?:/|$)";
  const sources = rows.map(({ path }) => toPattern(path) + (path.endsWith("/*") ? end : `${data}$`));
  return new RegExp(`^(?:${sources.join("|")})`);
}
