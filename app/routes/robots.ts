import { localeCodes, locales } from "../i18n/locales.ts";
import { siteMap } from "../i18n/site-map.ts";
import type { Route } from "./+types/robots";
import { absoluteCacheControl, originOf } from "./origin.ts";

const closed = siteMap.filter(({ isClosed }) => isClosed);

/** What search engines may read: everything but what belongs to one visitor, and the switch of language. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const pages = closed.filter(({ is }) => is === "page");
  const files = closed.filter(({ is }) => is !== "page");
  const paths = [
    ...localeCodes.flatMap((code) => pages.map(({ path }) => locales[code].prefix + path)),
    ...files.map(({ path }) => path.replace(/\*$/, "")),
  ];
  const lines = [
    "User-agent: *",
    ...paths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${originOf(context, url)}/sitemap.xml`,
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": absoluteCacheControl(context) };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
