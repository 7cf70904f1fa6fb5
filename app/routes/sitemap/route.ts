import type { Kind } from "../../services/api/contract/kinds.ts";
import { getRequestId } from "../../http/request-facts.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { createNotFound } from "../../http/http-error.ts";
import { getApi } from "../../middleware/api.ts";
import { loadKindsInUse } from "../../loaders/kinds.server.ts";
import { getOrigin } from "../../http/origin.ts";
import type { Api } from "../../services/api/api.ts";
import { getServices } from "../../services-context.ts";
import {
  countFiles,
  fullSitemap,
  listFixedEntries,
  loadItemEntries,
  plainSitemap,
  renderUrlSet,
  type SitemapEntry,
} from "./sitemap-pages.ts";
import { escapeXml, createXmlResponse, createXmlStream } from "../../http/xml.ts";

export const handle = { query: ["page"] } satisfies Handle;

/**
 * Serves `/sitemap.xml`, which is an index, and its files: the fixed pages, and the items of each kind. A file has up to
 * 5,000 items, which are loaded while it is written.
 * `/sitemap-plain.xml` and its files have no XML namespaces, for search engines that don't support them.
 */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const [, plainSuffix = "", name] = /^\/sitemap(-plain)?(?:-([a-z]+))?\.xml$/.exec(url.pathname) ?? [];
  const fileNumber = /^[1-9]\d{0,3}$/.exec(url.searchParams.get("page") ?? "1")?.[0];
  const api = getApi(context);
  const origin = getOrigin(context, url);
  const kindsInUse = await loadKindsInUse(api);
  if (name === undefined)
    return createXmlResponse(context, await renderIndex(api, kindsInUse, `${origin}/sitemap${plainSuffix}`));
  const kind = kindsInUse.find((kindInUse) => kindInUse === name);
  let parts: AsyncGenerator<SitemapEntry[]> | undefined;
  if (kind && fileNumber) parts = loadItemEntries(api, kind, Number(fileNumber));
  if (name === "pages" && fileNumber) parts = loadFixedEntries(api, getServices(context).environment.GUARDED_ROUTES);
  // The first part is loaded at once, because a file without entries is a 404.
  const first = await parts?.next();
  if (!parts || !first?.value?.length) throw createNotFound(url.pathname, getRequestId(context));
  const format = plainSuffix ? plainSitemap : fullSitemap;
  return createXmlStream(context, renderUrlSet(format, prepend(first.value, parts), origin));
}

async function* loadFixedEntries(api: Api, guardedRoutes: readonly string[]): AsyncGenerator<SitemapEntry[]> {
  yield await listFixedEntries(api, guardedRoutes);
}

async function* prepend<Part>(first: Part, others: AsyncIterable<Part>): AsyncGenerator<Part> {
  yield first;
  yield* others;
}

async function renderIndex(api: Api, kindsInUse: readonly Kind[], urlPrefix: string): Promise<string> {
  const fileCounts = await Promise.all(kindsInUse.map(async (kind) => ({ kind, files: await countFiles(api, kind) })));
  const files = fileCounts.flatMap(({ kind, files: count }) =>
    Array.from({ length: count }, (_, number) => `${urlPrefix}-${kind}.xml${number > 0 ? `?page=${number + 1}` : ""}`),
  );
  const sitemaps = [`${urlPrefix}-pages.xml`, ...files].map(
    (file) => `<sitemap><loc>${escapeXml(file)}</loc></sitemap>`,
  );
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${sitemaps.join("\n")}\n</sitemapindex>`;
}
