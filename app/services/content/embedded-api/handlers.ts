import type { Locale } from "#app/i18n/locales.ts";
import { toBatchId } from "#app/services/api/contract/batches/batch-number.ts";
import type { EndpointQuery, ReadKey } from "#app/services/api/contract/calls/endpoints.ts";
import { kinds, type ContentKind, type Kind } from "#app/services/api/contract/kinds.ts";
import type { Searcher } from "#app/services/content/search/keyword-search.ts";
import type { ContentReader } from "./content-index.ts";

/** Returns the `data` of a response; `undefined` for code 404. `showsHidden`: whether a non-public item is returned. */
export type Handler<Query> = (
  index: ContentReader,
  query: Query,
  locale: Locale,
  showsHidden: boolean,
  searcher: Searcher,
) => object | undefined | Promise<object | undefined>;

export const handlers: { [K in ReadKey]: Handler<EndpointQuery<K>> } = {
  "ad.list": (index, { aid }, locale) => ({ rows: getAdverts(index, locale).filter((row) => !aid || row.aid === aid) }),
  "ad.info": (index, { id }, locale) => getAdverts(index, locale).find((row) => row.id === id),
  "menu.tree": (index, _query, locale) => index.getDocument("menu", locale),
  "setting.list": (index, _query, locale) => index.getDocument("settings", locale),
  "cat.list": (index, { kind }, locale) => ({ rows: index.getCategories(kind, locale) }),
  "cat.info": (index, { kind, slug }, locale) => findCategory(index.getCategories(kind, locale), slug),
  "article.prevnext": (index, { kind, id }, locale) => index.getNeighbours(kind, locale, id),
  "page.list": createListHandler("page"),
  "page.info": createInfoHandler("page"),
  // In the index a batch's category is its product.
  "batch.list": async (index, { product: cat, recalled, ...query }, locale, ...others) => {
    const state =
      recalled === "ended"
        ? "formerlyRecalled"
        : recalled
          ? "recalled"
          : query.keyword === undefined
            ? query.state
            : undefined;
    return state
      ? index.listBatchesInState(state, locale, { ...query, cat })
      : createListHandler("batch")(index, { ...query, cat }, locale, ...others);
  },
  "batch.info": (index, { id }, locale, showsHidden) => {
    const open = (number: string) => index.getItem("batch", locale, number, showsHidden);
    const listSimilar = () => index.listSimilarBatches(id).flatMap((number) => open(number) ?? []);
    const [batch, ...others] = [open(toBatchId(id)) ?? listSimilar()].flat();
    return others.length === 0 ? (batch as object | undefined) : undefined;
  },
  ...(Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}.list`, createListHandler(kind)],
      [`${kind}.info`, createInfoHandler(kind)],
    ]),
  ) as KindHandlers),
  "product.list": (index, { sku, name, ...query }, locale, ...others) => {
    if (name) return index.listByNames(locale, name, query);
    return sku
      ? index.listByItemNumbers(locale, sku, query)
      : createListHandler("product")(index, query, locale, ...others);
  },
};

type KindHandlers = { [K in Extract<ReadKey, `${Kind}.${"list" | "info"}`>]: Handler<EndpointQuery<K>> };

function createListHandler(kind: ContentKind): Handler<EndpointQuery<"news.list">> {
  return async (index, query, locale, _showsHidden, searcher) => {
    const { keyword, ...others } = query;
    const result = await (keyword === undefined
      ? index.list(kind, locale, others)
      : index.search(kind, locale, { ...others, keyword }, searcher));
    return result && { ...result, page: query.page, pageSize: query.pageSize };
  };
}

function createInfoHandler(kind: ContentKind): Handler<EndpointQuery<"news.info">> {
  return (index, { id }, locale, showsHidden) => index.getItem(kind, locale, id, showsHidden);
}

function getAdverts(index: ContentReader, locale: Locale): { id: string; aid: string }[] {
  return (index.getDocument("adverts", locale)["rows"] ?? []) as { id: string; aid: string }[];
}

type Tree = { slug: string; children: Tree[] };

function findCategory(tree: Tree[], slug: string): Tree | undefined {
  for (const category of tree) {
    const match = category.slug === slug ? category : findCategory(category.children, slug);
    if (match) return match;
  }
  return undefined;
}
