import { localeCodes, locales } from "../../i18n/locales.ts";
import { siteMap } from "../../i18n/site-map.ts";
import type { Route } from "./+types/route";
import { getAbsoluteCacheControl, getOrigin } from "../../http/origin.ts";

const disallowedEntries = siteMap.filter(({ isDisallowed }) => isDisallowed);

/** Serves robots.txt: everything is allowed except visitors' own pages and the language switch. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const pages = disallowedEntries.filter(({ type }) => type === "page");
  const files = disallowedEntries.filter(({ type }) => type !== "page");
  const paths = [
    ...localeCodes.flatMap((code) => pages.map(({ path }) => locales[code].prefix + path)),
    ...files.map(({ path }) => path.replace(/\*$/, "")),
  ];
  const lines = [
    "User-agent: *",
    ...paths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${getOrigin(context, url)}/sitemap.xml`,
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": getAbsoluteCacheControl(context) };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
