import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { kinds } from "./contract/kinds.ts";
import { localeCodes, locales } from "./i18n/locales.ts";

/** All pages, which are mounted below each language's prefix. */
const pages = [
  layout("routes/layouts/home.tsx", { id: "home" }, [index("routes/home.tsx")]),
  route("about-us", "routes/about-us.tsx"),
  route("contact-us", "routes/contact-us.tsx"),
  route("contact-us/received", "routes/received.tsx", { id: "contact-received" }),
  route("quotation", "routes/quotation.tsx"),
  route("quotation/received", "routes/received.tsx", { id: "quotation-received" }),
  route("login", "routes/login.tsx"),
  route("search", "routes/search.tsx"),
  route("search/suggest", "routes/suggest.ts"),
  route("page/:slug", "routes/plain-page.tsx"),
  route("batch/:number?", "routes/batch.tsx"),
  route("batch/:number/qr.svg", "routes/batch-qr.ts"),
  ...kinds.flatMap((kind) => [
    route(`${kind}/list/*`, "routes/list.tsx", { id: `${kind}-list` }),
    route(`${kind}/info/:id`, "routes/info.tsx", { id: `${kind}-info` }),
  ]),
  route("*", "routes/not-found.tsx"),
];

/** `sitemap.xml` and its files, each also without XML namespaces. */
const sitemaps = ["sitemap", "sitemap-plain"].flatMap((name) => [
  name,
  ...["pages", ...kinds].map((part) => `${name}-${part}`),
]);

export default makeCaseSensitive([
  ...mountPages(localeCodes.map((code) => locales[code].prefix.slice(1)).filter((prefix) => prefix !== "")),
  ...localeCodes.map((code) => route(`language/${code}`, "routes/language.ts", { id: `language-${code}` })),
  route("media/*", "routes/media.ts"),
  route("api/*", "routes/api.ts"),
  route("hooks/purge", "routes/purge-hook.ts"),
  route("hooks/csp-report", "routes/csp-report.ts"),
  ...localeCodes.map((code) =>
    route(`${locales[code].prefix}/rss.xml`.slice(1), "routes/feed.ts", { id: `feed-${code}` }),
  ),
  // A parameter would also match other `.xml` URLs, which need a 404 page.
  ...sitemaps.map((name) => route(`${name}.xml`, "routes/sitemap.ts", { id: name })),
  route("robots.txt", "routes/robots.ts"),
  route("manifest.webmanifest", "routes/web-manifest.ts"),
  route("theme.css", "routes/theme-styles.ts"),
]) satisfies RouteConfig;

/** Makes all routes case-sensitive, so that each page has one URL: `/NEWS/list` is a 404. */
function makeCaseSensitive(entries: RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    children: entry.children && makeCaseSensitive(entry.children),
  }));
}

/** Mounts the pages below each prefix. The first prefix is optional, so that it also mounts the default locale. */
function mountPages([first, ...others]: string[]): RouteConfigEntry[] {
  const shell = "routes/shell.ts";
  return [
    route(`${first}?`, shell, pages),
    // Route ids must be unique.
    ...others.map((prefix) => route(prefix, shell, { id: `shell-${prefix}` }, withIds(pages, prefix))),
  ];
}

function withIds(entries: RouteConfigEntry[], prefix: string): RouteConfigEntry[] {
  return entries.map((entry) => ({
    ...entry,
    id: `${prefix}-${entry.id ?? entry.file}`,
    children: entry.children && withIds(entry.children, prefix),
  }));
}
