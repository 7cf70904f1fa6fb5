import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { kinds } from "./services/api/contract/kinds.ts";
import { localeCodes, locales } from "./i18n/locales.ts";

/** All pages, which are mounted below each language's prefix. */
const pages = [
  layout("routes/home/layout.tsx", { id: "home" }, [index("routes/home/route.tsx")]),
  route("about-us", "routes/about-us/route.tsx"),
  route("contact-us", "routes/contact-us/route.tsx"),
  route("contact-us/received", "routes/received/route.tsx", { id: "contact-received" }),
  route("quotation", "routes/quotation/route.tsx"),
  route("quotation/received", "routes/received/route.tsx", { id: "quotation-received" }),
  route("login", "routes/login/route.tsx"),
  route("search", "routes/search/route.tsx"),
  route("search/suggest", "routes/suggest/route.ts"),
  route("page/:slug", "routes/plain-page/route.tsx"),
  route("batch/:number?", "routes/batch/route.tsx"),
  route("batch/:number/qr.svg", "routes/batch-qr/route.ts"),
  ...kinds.flatMap((kind) => [
    route(`${kind}/list/*`, "routes/list/route.tsx", { id: `${kind}-list` }),
    route(`${kind}/info/:id`, "routes/info/route.tsx", { id: `${kind}-info` }),
  ]),
  route("*", "routes/not-found/route.tsx"),
];

/** `sitemap.xml` and its files, each also without XML namespaces. */
const sitemaps = ["sitemap", "sitemap-plain"].flatMap((name) => [
  name,
  ...["pages", ...kinds].map((part) => `${name}-${part}`),
]);

export default makeCaseSensitive([
  ...mountPages(localeCodes.map((code) => locales[code].prefix.slice(1)).filter((prefix) => prefix !== "")),
  ...localeCodes.map((code) => route(`language/${code}`, "routes/language/route.ts", { id: `language-${code}` })),
  route("media/*", "routes/media/route.ts"),
  route("api/*", "routes/api/route.ts"),
  route("hooks/purge", "routes/purge-hook/route.ts"),
  route("hooks/csp-report", "routes/csp-report/route.ts"),
  ...localeCodes.map((code) =>
    route(`${locales[code].prefix}/rss.xml`.slice(1), "routes/feed/route.ts", { id: `feed-${code}` }),
  ),
  // A parameter would also match other `.xml` URLs, which need a 404 page.
  ...sitemaps.map((name) => route(`${name}.xml`, "routes/sitemap/route.ts", { id: name })),
  route("robots.txt", "routes/robots/route.ts"),
  route("manifest.webmanifest", "routes/web-manifest/route.ts"),
  route("theme.css", "routes/theme-styles/route.ts"),
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
  const shell = "routes/layout.tsx";
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
