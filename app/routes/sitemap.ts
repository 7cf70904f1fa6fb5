import { kinds } from "../contract/kinds.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import type { Route } from "./+types/sitemap";
import { notFound } from "./http-error.ts";
import { apiOf } from "./middleware/api.ts";
import { originOf } from "./origin.ts";
import { servicesOf } from "./services-context.ts";
import { fileCount, fixedPlaces, itemPlaces, plainUrlSet, urlSet, type Place } from "./sitemap-pages.ts";
import { escapeXml, xmlResponse } from "./xml.ts";

/**
 * `/sitemap.xml` and the files that it names: the fixed pages, and the items of each kind, 50,000 addresses a file.
 * `/sitemap-plain.xml` and its files are the same without namespaces, for engines that stumble over them.
 */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const [, plain = "", name] = /^\/sitemap(-plain)?(?:-([a-z]+))?\.xml$/.exec(url.pathname) ?? [];
  const number = /^[1-9]\d{0,3}$/.exec(url.searchParams.get("page") ?? "1")?.[0];
  const api = apiOf(context);
  const origin = originOf(context, url);
  if (name === undefined) return xmlResponse(context, await index(api, `${origin}/sitemap${plain}`));
  const kind = kinds.find((one) => one === name);
  let places: Place[] = [];
  if (kind && number) places = await itemPlaces(api, kind, Number(number));
  if (name === "pages" && number) places = await fixedPlaces(api, servicesOf(context).environment.GUARDED_ROUTES);
  if (places.length === 0) throw notFound(url.pathname, requestIdOf(context));
  return xmlResponse(context, (plain ? plainUrlSet : urlSet)(places, origin));
}

async function index(api: ReturnType<typeof apiOf>, start: string): Promise<string> {
  const counts = await Promise.all(kinds.map(async (kind) => ({ kind, files: await fileCount(api, kind) })));
  const files = counts.flatMap(({ kind, files: many }) =>
    Array.from({ length: many }, (_, number) => `${start}-${kind}.xml${number > 0 ? `?page=${number + 1}` : ""}`),
  );
  const maps = [`${start}-pages.xml`, ...files].map((one) => `<sitemap><loc>${escapeXml(one)}</loc></sitemap>`);
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join("\n")}\n</sitemapindex>`;
}
