/**
 * Pages with a fixed path, except the kinds' lists and the forms. Paths have no language prefix. `isListed`: whether
 * the sitemap lists the page.
 */
export const fixedPages: readonly { path: string; isListed: boolean }[] = [
  { path: "/", isListed: true },
  { path: "/about-us", isListed: true },
  { path: "/login", isListed: false },
  { path: "/search", isListed: false },
  { path: "/batch", isListed: false },
];

/** Data and pictures of pages, which content can't link to. */
const internalPaths = ["/search/suggest", "/batch/:number/qr.svg"];

/** Files and endpoints without language; `/*` includes all paths below. */
const filePaths = [
  "/language/*",
  "/media/*",
  "/api/*",
  "/guestbook",
  "/hooks/*",
  "/client-errors",
  "/web-vitals",
  "/desk/*",
  "/healthz",
  "/readyz",
  "/metrics",
  "/rss.xml",
  "/sitemap*.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  "/theme.css",
  "/assets/*",
  "/builds/*",
  "/icons/*",
  "/plates/*",
  "/share/*",
];

const ownerFilePaths = ["/files/*", "/qr/*"];

function createPathPattern(paths: readonly string[]): RegExp {
  const sources = paths.map((path) => {
    const source = path.replace(/\/\*$/, "").replaceAll(".", "\\.").replaceAll("*", "[a-z-]*");
    return source.replaceAll(/:\w+/g, "[^/]+") + (path.endsWith("/*") ? "(?:/|$)" : "$");
  });
  return new RegExp(`^(?:${sources.join("|")})`);
}

/** Matches paths without prefix that aren't pages. */
export const filePattern = createPathPattern([...filePaths, ...ownerFilePaths]);

/** Matches the site's own paths without prefix, which content can't link to. */
export const reservedPattern = createPathPattern([...filePaths, ...internalPaths]);

/** Slug of the plain page that forms and footer link to, if it exists. */
export const privacySlug = "privacy";
