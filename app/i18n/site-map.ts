/** A route of the site, without language prefix. */
type Row = {
  /**
   * `:name` matches one segment. `*` within a segment matches small letters and hyphens. `/*` at the end matches the path
   * itself and all paths below it.
   */
  path: string;
  /** Pages have a language; files and endpoints for programs don't. The owner's files are in `public`. */
  is: "page" | "file" | "owner's file";
  /** Whether the page cache and other shared caches may store the response. @default true */
  isShared?: false;
  /** Query parameters that change the page, in the order of the cache key. */
  query?: readonly QueryKey[];
  /** Whether the route accepts POST requests. */
  acceptsForm?: true;
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
  { path: "/", is: "page", isListed: true },
  { path: "/about-us", is: "page", isListed: true },
  { path: "/contact-us", is: "page", isListed: true, acceptsForm: true },
  { path: "/contact-us/received", is: "page", isShared: false, isDisallowed: true, isUnlinked: true },
  { path: "/quotation", is: "page", isShared: false, isListed: true, acceptsForm: true },
  { path: "/quotation/received", is: "page", isShared: false, isDisallowed: true, isUnlinked: true },
  { path: "/login", is: "page", isShared: false, isDisallowed: true, acceptsForm: true },
  { path: "/search", is: "page", query: ["q", "verbatim"] },
  { path: "/search/suggest", is: "page", query: ["q"], isDisallowed: true, isUnlinked: true },
  { path: "/page/:slug", is: "page" },
  { path: "/batch", is: "page", query: ["number"] },
  { path: "/batch/:number", is: "page" },
  { path: "/batch/:number/qr.svg", is: "page", isUnlinked: true },
  { path: "/:kind/list/*", is: "page", query: ["page", "keyword", "sort", "verbatim"] },
  { path: "/:kind/info/:id", is: "page" },

  { path: "/language/*", is: "file", isShared: false, isDisallowed: true },
  { path: "/media/*", is: "file", isShared: false },
  { path: "/api/*", is: "file", isShared: false, isDisallowed: true },
  { path: "/guestbook", is: "file", isShared: false },
  { path: "/hooks/*", is: "file", isShared: false, isDisallowed: true },
  { path: "/hooks/purge", is: "file", isShared: false, acceptsForm: true },
  { path: "/hooks/csp-report", is: "file", isShared: false, acceptsForm: true },
  { path: "/healthz", is: "file", isShared: false },
  { path: "/readyz", is: "file", isShared: false },
  { path: "/metrics", is: "file", isShared: false },
  { path: "/rss.xml", is: "file" },
  { path: "/sitemap*.xml", is: "file", query: ["page"] },
  { path: "/robots.txt", is: "file" },
  { path: "/manifest.webmanifest", is: "file" },
  { path: "/theme.css", is: "file" },

  { path: "/assets/*", is: "file" },
  { path: "/builds/*", is: "file" },
  { path: "/icons/*", is: "file" },
  { path: "/plates/*", is: "file" },
  { path: "/share/*", is: "file" },
  { path: "/files/*", is: "owner's file" },
  { path: "/qr/*", is: "owner's file" },
];

/** Pages that don't depend on the content, without the lists of the kinds. */
export const fixedPages: readonly Row[] = siteMap.filter(
  ({ path, is, isUnlinked }) => is === "page" && !isUnlinked && !path.includes(":"),
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
  const ending = scope === "and data" ? "(?:[/.]|$)" : "(?:/|$)";
  const sources = rows.map(({ path }) => toPattern(path) + (path.endsWith("/*") ? ending : `${data}$`));
  return new RegExp(`^(?:${sources.join("|")})`);
}
