import { decodePath, isGuarded } from "#app/i18n/guarded-routes.ts";
import { getContentPath, parseContentPath } from "#app/i18n/urls.ts";
import { contentKinds, isContentKind, isKind, type ContentKind, type Kind } from "#app/services/api/contract/kinds.ts";
import type { ContentReader } from "./content-index.ts";
import type { ItemKey } from "./schedule.ts";

export type Guard = ReturnType<typeof createGuard>;

/** @param routes value of `GUARDED_ROUTES` */
export function createGuard(routes: readonly string[]) {
  // No item has the id `*`, so only a pattern for the whole kind matches it.
  const guardedKinds = new Set(contentKinds.filter((kind) => isGuarded(getContentPath(kind, "*"), routes)));
  const isItemGuarded = (kind: ContentKind, id: string) => isGuarded(getContentPath(kind, id), routes);
  return {
    isItemGuarded,

    /** Whether a list or category is guarded. Plain pages and batches have no list. */
    isListGuarded: (kind: ContentKind, slug?: string) =>
      isKind(kind) && isGuarded(`/${kind}/list${slug ? `/${slug}` : ""}`, routes),

    isKindGuarded: (kind: ContentKind) => guardedKinds.has(kind),

    isPageGuarded: (path: string) => isGuarded(path, routes),

    /** Items, plain pages and batches that `GUARDED_ROUTES` lists individually. */
    items: routes.flatMap((route): ItemKey[] => {
      const path = decodePath(route.replace(/\/\*$/, "").replace(/\/{2,}/g, "/"));
      const [kind, id] = parseContentPath(path);
      return isContentKind(kind) && id ? [{ kind, id }] : [];
    }),
  };
}

type Download = { url: string; pages?: unknown };

type References = {
  certificate?: Download;
  attachments?: Download[];
  related?: ItemKey[];
  ingredients?: { product?: ItemKey }[];
  product?: ItemKey;
};

/** Replaces a guarded list. */
const emptyPage = { rows: [], total: 0 };

type Categories = ReturnType<ContentReader["getCategories"]>;

/**
 * Creates a reader that omits guarded lists, and links to guarded items. The request handler checks calls for single
 * items.
 * @param index an index without the guarded items
 */
export function createPublicReader(index: ContentReader, guard: Guard): ContentReader {
  function filterCategories(rows: Categories, kind: Kind): Categories {
    return rows
      .filter(({ slug }) => !guard.isListGuarded(kind, slug))
      .map((row) => ({ ...row, children: filterCategories(row.children, kind) }));
  }

  function isHidden(kind: ContentKind, category?: string): boolean {
    return guard.isKindGuarded(kind) || guard.isListGuarded(kind) || guard.isListGuarded(kind, category);
  }

  const isShown = (reference: ItemKey | undefined) =>
    reference !== undefined && !guard.isItemGuarded(reference.kind, reference.id);

  const hidePages = (file: Download) => (guard.isPageGuarded(file.url) ? { ...file, pages: undefined } : file);

  /**
   * Removes references to guarded items: `related`, products, a batch's product and its name, and pictures of guarded
   * files.
   */
  function hideReferences<Item extends References>(item: Item, id: string): Item {
    const { certificate, attachments, related, ingredients, product } = item;
    return {
      ...item,
      ...(certificate && { certificate: hidePages(certificate) }),
      ...(attachments && { attachments: attachments.map(hidePages) }),
      ...(related && { related: related.filter(isShown) }),
      ...(ingredients && {
        ingredients: ingredients.map(({ product: own, ...others }) => ({
          ...others,
          ...(isShown(own) && { product: own }),
        })),
      }),
      ...(product && !isShown(product) && { product: undefined, title: id }),
    };
  }

  return {
    getDocument(name, locale) {
      const document = index.getDocument(name, locale);
      if (name !== "settings" || !guard.isPageGuarded("/about-us")) return document;
      const { about: _about, milestones: _milestones, ...others } = document;
      return others;
    },

    getCategories: (kind, locale) => (isHidden(kind) ? [] : filterCategories(index.getCategories(kind, locale), kind)),

    list(kind, locale, query) {
      const result = index.list(kind, locale, query);
      // An unknown category has no result, so it stays a 404.
      return isHidden(kind, query.cat) ? result && emptyPage : result;
    },

    async search(kind, locale, query, searcher) {
      const result = await index.search(kind, locale, query, searcher);
      return isHidden(kind, query.cat) ? result && emptyPage : result;
    },

    getItem(kind, locale, id, showsHidden) {
      const item = index.getItem(kind, locale, id, showsHidden);
      return item && hideReferences(item, id);
    },

    listSimilarBatches: index.listSimilarBatches,
    listByItemNumbers: (locale, numbers, query) =>
      isHidden("product") ? emptyPage : index.listByItemNumbers(locale, numbers, query),
    listByNames: async (locale, names, query) =>
      isHidden("product") ? emptyPage : index.listByNames(locale, names, query),
    // Recalls are visible wherever products are.
    listBatchesInState: (state, locale, query) =>
      isHidden(["recalled", "formerlyRecalled"].includes(state) ? "product" : "batch")
        ? emptyPage
        : index.listBatchesInState(state, locale, query),
    getNeighbours: (kind, locale, id) =>
      guard.isKindGuarded(kind) ? undefined : index.getNeighbours(kind, locale, id),
  };
}
