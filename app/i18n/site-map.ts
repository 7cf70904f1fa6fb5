/** Pages whose address is fixed, without language prefix, except the lists of the kinds and the forms. `isListed`: the sitemap has them. */
export const fixedPages: readonly { path: string; isListed: boolean }[] = [
  { path: "/", isListed: true },
  { path: "/about-us", isListed: true },
  { path: "/login", isListed: false },
  { path: "/search", isListed: false },
  { path: "/batch", isListed: false },
];

/** Pages and pictures in every language that only the site itself leads to. */
const internalPaths = ["/search/suggest", "/batch/:number/qr.svg"];

/** Files, and endpoints for programs, which have no language. `/*` includes all paths below. */
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

function createMatcher(paths: readonly string[]): RegExp {
  const sources = paths.map((path) => {
    const source = path.replace(/\/\*$/, "").replaceAll(".", "\\.").replaceAll("*", "[a-z-]*");
    return source.replaceAll(/:\w+/g, "[^/]+") + (path.endsWith("/*") ? "(?:/|$)" : "$");
  });
  return new RegExp(`^(?:${sources.join("|")})`);
}

/** Matches paths without language prefix that aren't pages. */
export const filePattern = createMatcher([...filePaths, ...ownerFilePaths]);

/** Matches paths without language prefix that the site uses itself, so content can't link to them. */
export const reservedPattern = createMatcher([...filePaths, ...internalPaths]);

/** The plain page that forms and the footer link to, if it exists. */
export const privacySlug = "privacy";
