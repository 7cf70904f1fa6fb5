import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { localeCodes, locales } from "./i18n/locales.ts";
import { formNames, getConfirmationPath } from "./services/api/contract/forms/forms.ts";
import { getKindRow, kinds, type FieldFormat, type Kind } from "./services/api/contract/kinds.ts";

/** Case-sensitive routes give each page one URL. */
function screen(path: string, folder: string, { file = "route.tsx", id = folder } = {}): RouteConfigEntry {
  return route(path, `routes/${folder}/${file}`, { id, caseSensitive: true });
}

/** Creates the route of a file, or of an endpoint for programs. */
function endpoint(path: string, folder: string, id = folder, file = "route.ts"): RouteConfigEntry {
  return screen(path, folder, { file, id });
}

/** Returns the route file of a kind's items. Only kinds with a composition load its code. */
function getInfoFile(kind: Kind): string {
  const fields: { format: FieldFormat }[] = Object.values(getKindRow(kind).fields);
  return fields.some(({ format }) => format === "composition") ? "formula.tsx" : "route.tsx";
}

/** Creates the pages of a language. Route ids must be unique, so those of additional languages have a prefix. */
function createPages(idPrefix = ""): RouteConfigEntry[] {
  const id = (name: string) => ({ id: idPrefix + name });
  const page = (path: string, folder: string, name = folder) => screen(path, folder, id(name));
  return [
    layout("routes/home/layout.tsx", id("home-layout"), [index("routes/home/route.tsx", id("home"))]),
    page("about-us", "about-us"),
    page("contact-us", "contact-us"),
    page("quotation", "quotation"),
    ...formNames.map((form) => page(getConfirmationPath(form).slice(1), "received", `${form}-received`)),
    page("login", "login"),
    page("search", "search"),
    endpoint("search/suggest", "suggest", `${idPrefix}suggest`),
    page("page/:slug", "plain-page"),
    page("batch", "batch-lookup"),
    page("batch/:number", "batch"),
    page("batch/:number/certificate", "certificate"),
    endpoint("batch/:number/qr.svg", "batch-qr", `${idPrefix}batch-qr`),
    ...kinds.flatMap((kind) => [
      page(`${kind}/list/*`, "list", `${kind}-list`),
      screen(`${kind}/info/:id`, "info", { file: getInfoFile(kind), ...id(`${kind}-info`) }),
    ]),
    page("*", "not-found"),
  ];
}

const [firstPrefix = "", ...otherPrefixes] = localeCodes.flatMap((code) => locales[code].prefix.slice(1) || []);

/**
 * Names of `sitemap.xml` and its files, each with and without XML namespaces. They are listed, because a route with a
 * parameter would match any `.xml` URL.
 */
const sitemaps = ["sitemap", "sitemap-plain"].flatMap((name) => [
  name,
  ...["pages", ...kinds].map((part) => `${name}-${part}`),
]);

/** Routes of the desk; `account/layout.ts` requires a login. */
const desk = route("desk", "routes/desk/layout.tsx", { id: "desk", caseSensitive: true }, [
  screen("login", "desk/account/login"),
  screen("link", "desk/account/link"),
  endpoint("logout", "desk/account/logout"),
  endpoint("shared/:token/*", "desk/publish/shared"),
  endpoint("api/v1/*", "desk/editor", "desk/calls", "calls.ts"),
  layout("routes/desk/account/layout.ts", { id: "desk/account" }, [
    index("routes/desk/overview/route.tsx", { id: "desk/overview" }),
    screen("messages", "desk/messages"),
    endpoint("messages.csv", "desk/messages/csv"),
    screen("messages/:reference", "desk/messages/message"),
    screen("messages/:reference/forget", "desk/messages/forget"),
    screen("searches", "desk/searches"),
    screen("devices", "desk/account/devices"),
    screen("items", "desk/items"),
    screen("address", "desk/items/address"),
    screen("redirect", "desk/items/redirect"),
    screen("releases", "desk/releases"),
    screen("releases/:id", "desk/releases/release"),
    screen("history", "desk/items/history"),
    screen("publish", "desk/publish"),
    screen("trash", "desk/items/trash"),
    screen("batches", "desk/batches"),
    screen("batches/:number", "desk/batches/batch"),
    screen("batches/:number/recall", "desk/batches/recall"),
    screen("content", "desk/editor/content"),
    endpoint("content/editor", "desk/editor", "desk/editor", "page.ts"),
    endpoint("content/config.json", "desk/editor", "desk/config", "config.ts"),
    endpoint("oauth/*", "desk/editor", "desk/sign-in", "sign-in.ts"),
    endpoint("editor/*", "desk/editor", "desk/files", "files.ts"),
    screen("preview/draft/*", "desk/publish/draft"),
    endpoint("preview/:release/*", "desk/publish/preview"),
    screen("*", "desk/not-found"),
  ]),
]);

/** Pages of visitors in each language. */
const site = [
  // The optional prefix also mounts the default language's pages.
  route(`${firstPrefix}?`, "routes/layout.tsx", { id: "pages", caseSensitive: true }, createPages()),
  ...otherPrefixes.map((prefix) =>
    route(prefix, "routes/layout.tsx", { id: `pages-${prefix}`, caseSensitive: true }, createPages(`${prefix}-`)),
  ),
  // The layout's middleware serves the owner's share pictures.
  layout("routes/layout.tsx", { id: "share" }, [endpoint("share/:name", "share-picture")]),
];

const files = layout("routes/files.ts", { id: "files" }, [
  ...localeCodes.flatMap((code) => [
    endpoint(`language/${code}`, "language", `language-${code}`),
    endpoint(`${locales[code].prefix}/rss.xml`.slice(1), "feed", `feed-${code}`),
  ]),
  ...sitemaps.map((name) => endpoint(`${name}.xml`, "sitemap", name)),
  endpoint("robots.txt", "robots"),
  endpoint("manifest.webmanifest", "web-manifest"),
  endpoint("theme.css", "theme-styles"),
  endpoint("media/*", "media"),
  endpoint("api/*", "api"),
  endpoint("hooks/purge", "purge-hook"),
  endpoint("client-errors", "client-errors"),
  endpoint("web-vitals", "web-vitals"),
]);

export default [...site, desk, files] satisfies RouteConfig;
