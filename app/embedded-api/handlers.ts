import type { EndpointQuery, ReadKey } from "../contract/endpoints.ts";
import { kinds, type Kind } from "../contract/kinds.ts";
import type { Locale } from "../i18n/locales.ts";
import type { ContentReader } from "./content-index.ts";

/**
 * `data` of an answer as it goes over the wire, or `undefined`, which the door answers with code 404. `isPreview` says
 * whether who asks may see an item that isn't public.
 */
export type Handler<Query> = (
  index: ContentReader,
  query: Query,
  locale: Locale,
  isPreview: (kind: Kind, id: string) => boolean,
) => object | undefined;

/** One handler a reading call; a missing one doesn't compile. */
export const handlers: { [K in ReadKey]: Handler<EndpointQuery<K>> } = {
  "ad.list": (index, { aid }, locale) => ({ rows: adverts(index, locale).filter((row) => !aid || row.aid === aid) }),
  "ad.info": (index, { id }, locale) => adverts(index, locale).find((row) => row.id === id),
  "menu.tree": (index, _query, locale) => index.document("menu", locale),
  "setting.list": (index, _query, locale) => index.document("settings", locale),
  "cat.list": (index, { kind }, locale) => ({ rows: index.categories(kind, locale) }),
  "cat.info": (index, { kind, slug }, locale) => findCategory(index.categories(kind, locale), slug),
  "article.prevnext": (index, { kind, id }, locale) => index.neighbours(kind, locale, id),
  ...kindHandlers(),
};

type KindHandlers = { [K in Extract<ReadKey, `${Kind}.${"list" | "info"}`>]: Handler<EndpointQuery<K>> };

/** The calls of every kind. */
function kindHandlers(): KindHandlers {
  const calls = kinds.flatMap((kind) => [
    [`${kind}.list`, list(kind)],
    [`${kind}.info`, info(kind)],
  ]);
  return Object.fromEntries(calls) as KindHandlers;
}

function list(kind: Kind): Handler<EndpointQuery<"news.list">> {
  return (index, query, locale) => {
    const found = index.list(kind, locale, query);
    return found && { ...found, page: query.page, pageSize: query.pageSize };
  };
}

function info(kind: Kind): Handler<EndpointQuery<"news.info">> {
  return (index, { id }, locale, isPreview) => index.info(kind, locale, id, isPreview(kind, id));
}

function adverts(index: ContentReader, locale: Locale): { id: string; aid: string }[] {
  return (index.document("adverts", locale)["rows"] ?? []) as { id: string; aid: string }[];
}

type Tree = { slug: string; children: Tree[] };

function findCategory(tree: Tree[], slug: string): Tree | undefined {
  for (const category of tree) {
    const found = category.slug === slug ? category : findCategory(category.children, slug);
    if (found) return found;
  }
  return undefined;
}
