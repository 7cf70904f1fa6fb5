import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { kinds } from "./contract/kinds.ts";
import { localeCodes, locales } from "./i18n/locales.ts";

/** Every screen, as it stands below each language's prefix. */
const pages = [
  layout("routes/layouts/home.tsx", { id: "home" }, [index("routes/home.tsx")]),
  route("about-us", "routes/about-us.tsx"),
  route("contact-us", "routes/contact-us.tsx"),
  route("contact-us/received", "routes/received.tsx", { id: "contact-received" }),
  route("quotation", "routes/quotation.tsx"),
  route("quotation/received", "routes/received.tsx", { id: "quotation-received" }),
  route("login", "routes/login.tsx"),
  route("search", "routes/search.tsx"),
  ...kinds.flatMap((kind) => [
    route(`${kind}/list/*`, "routes/list.tsx", { id: `${kind}-list` }),
    route(`${kind}/info/:id`, "routes/info.tsx", { id: `${kind}-info` }),
  ]),
  route("*", "routes/not-found.tsx"),
];

/** `sitemap.xml` and the files that it names, each with its plain twin. */
const sitemaps = ["sitemap", "sitemap-plain"].flatMap((name) => [
  name,
  ...["pages", ...kinds].map((part) => `${name}-${part}`),
]);

export default caseSensitive([
  ...mounts(localeCodes.map((code) => locales[code].prefix.slice(1)).filter((prefix) => prefix !== "")),
  ...localeCodes.map((code) => route(`language/${code}`, "routes/language.ts", { id: `language-${code}` })),
  route("media/*", "routes/media.ts"),
  route("api/*", "routes/api.ts"),
  route("hooks/purge", "routes/purge-hook.ts"),
  route("hooks/csp-report", "routes/csp-report.ts"),
  ...localeCodes.map((code) =>
    route(`${locales[code].prefix}/rss.xml`.slice(1), "routes/feed.ts", { id: `feed-${code}` }),
  ),
  // A parameter would take every other `.xml` from the page that says that it isn't there.
  ...sitemaps.map((name) => route(`${name}.xml`, "routes/sitemap.ts", { id: name })),
  route("robots.txt", "routes/robots.ts"),
  route("manifest.webmanifest", "routes/web-manifest.ts"),
]) satisfies RouteConfig;

/** One address a page: `/NEWS/list` isn't one. */
function caseSensitive(entries: RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    children: entry.children && caseSensitive(entry.children),
  }));
}

/** One optional prefix mounts the default locale too; every further one needs ids of its own. */
function mounts([first, ...others]: string[]): RouteConfigEntry[] {
  const shell = "routes/shell.ts";
  return [
    route(`${first}?`, shell, pages),
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
