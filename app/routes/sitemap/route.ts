import type { Handle } from "#app/handle.ts";
import { getApi, getOrigin, getRequestId, getServices } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { createXmlResponse, escapeXml } from "#app/http/xml.ts";
import { loadKindsInUse } from "#app/loaders/site.server.ts";
import type { Api } from "#app/services/api/api.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import type { Route } from "./+types/route";
import { countFiles, listFixedEntries, loadItemEntries, renderUrlSet, type SitemapEntry } from "./sitemap-pages.ts";

export const handle = { query: ["page"] } satisfies Handle;

/**
 * Serves the index `/sitemap.xml` and its files. One file has the fixed entries, and each of the others has up to 5,000
 * items of a kind.
 * `/sitemap-plain.xml` and its files omit the links between languages, for search engines that don't support the XML
 * namespace of these links.
 */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const [, plainSuffix = "", name] = /^\/sitemap(-plain)?(?:-([a-z]+))?\.xml$/.exec(url.pathname) ?? [];
  const api = getApi(context);
  const origin = getOrigin(context, url);
  const kindsInUse = await loadKindsInUse(api);
  if (name === undefined)
    return createXmlResponse(context, await renderIndex(api, kindsInUse, `${origin}/sitemap${plainSuffix}`));
  const fileNumber = /^[1-9]\d{0,3}$/.exec(url.searchParams.get("page") ?? "1")?.[0];
  const kind = kindsInUse.find((kindInUse) => kindInUse === name);
  let entries: SitemapEntry[] = [];
  if (kind && fileNumber) entries = await loadItemEntries(api, kind, Number(fileNumber));
  if (name === "pages" && fileNumber)
    entries = await listFixedEntries(api, getServices(context).environment.GUARDED_ROUTES);
  if (entries.length === 0) throw createNotFound(url.pathname, getRequestId(context));
  return createXmlResponse(context, renderUrlSet(entries, origin, plainSuffix !== ""));
}

async function renderIndex(api: Api, kindsInUse: readonly Kind[], urlPrefix: string): Promise<string> {
  const listFiles = async (kind: Kind) =>
    Array.from(
      { length: await countFiles(api, kind) },
      (_, number) => `${urlPrefix}-${kind}.xml${number > 0 ? `?page=${number + 1}` : ""}`,
    );
  const files = (await api.some(kindsInUse.map(listFiles))).flat();
  const sitemaps = [`${urlPrefix}-pages.xml`, ...files].map(
    (file) => `<sitemap><loc>${escapeXml(file)}</loc></sitemap>`,
  );
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${sitemaps.join("\n")}\n</sitemapindex>`;
}
