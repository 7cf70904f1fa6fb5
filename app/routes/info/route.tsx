import { getLocalesByLanguages } from "../../i18n/locales.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { loadBatches } from "../../loaders/batches.server.ts";
import { notFound } from "../../http/responses.ts";
import { getKindWords, loadKindsInUse } from "../../loaders/site.server.ts";
import { createItemData, createPageMeta } from "../../components/meta/page-meta.ts";
import { getApi } from "../../http/request-context.ts";
import { getKindOfPath, readId } from "../../http/params.ts";
import { ItemPage } from "./item-page.tsx";

export const handle = { messages: ["info"], query: [] } satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const id = readId(params.id);
  const kind = getKindOfPath(url.pathname);
  if (!id || !kind) throw notFound(args);
  const api = getApi(context);
  // The page also works without neighbours, batches and the settings' labels.
  const neighboursOrNone = api.optional(api.content.neighbours(kind, id));
  const parts = Promise.all([neighboursOrNone, getKindWords(api, kind), loadKindsInUse(api)]);
  const batches = loadBatches(context, kind, id);
  const info = await api.content.info(kind, id);
  const [neighbours = { prev: null, next: null }, words, kindsInUse] = await parts;
  if (!kindsInUse.includes(kind)) throw notFound(args);
  const item = { ...info, related: info.related.filter((ref) => kindsInUse.includes(ref.kind)) };
  const ownLocales = getLocalesByLanguages(item.languages);
  const hasFormulas = kind === "product" && kindsInUse.includes("prescription");
  const labels = words?.labels ?? [];
  return { kind, item, neighbours, ...(await batches), labels, hasFormulas, ownLocales };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { kind, item, ownLocales } = loaderData;
  return createPageMeta(args, {
    title: item.seo?.title ?? item.title,
    description: item.seo?.description ?? item.summary,
    image: item.cover,
    type: "article",
    locales: ownLocales,
    about: (page) => [createItemData(kind, item, page)],
  });
}

export default function Info({ loaderData }: Route.ComponentProps) {
  return <ItemPage data={loaderData} />;
}
