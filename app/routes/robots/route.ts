import { href } from "react-router";
import type { Handle } from "#app/handle.ts";
import { getAbsoluteCacheControl, getOrigin } from "#app/http/request-context.ts";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { formNames, getConfirmationPath } from "#app/services/api/contract/forms/forms.ts";
import type { Route } from "./+types/route";

export const handle = { query: [] } satisfies Handle;

/** Paths that are disallowed in every language: private pages, and responses to scripts. */
const disallowedPages = [...formNames.map(getConfirmationPath), href("/login"), href("/search/suggest")];
const disallowedFolders = ["language", "api", "hooks"].map((name) => `/${name}/`);

/** Serves robots.txt, which disallows private pages, the language switch, the API and webhooks. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const pages = localeCodes.flatMap((code) => disallowedPages.map((path) => locales[code].prefix + path));
  const paths = [...pages, ...disallowedFolders];
  const lines = [
    "User-agent: *",
    ...paths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${getOrigin(context, url)}${href("/sitemap.xml")}`,
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": getAbsoluteCacheControl(context) };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
