import { isKind, kinds, type Kind } from "../contract/kinds.ts";
import { isGuarded, readablePath } from "../i18n/guarded-routes.ts";
import type { Locale } from "../i18n/locales.ts";
import type { ContentReader } from "./content-index.ts";
import type { ItemName } from "./schedule.ts";

/** What of the content is only for those who are logged in: the same as the pages of `GUARDED_ROUTES`. */
export type Guard = ReturnType<typeof createGuard>;

/** @param routes as `GUARDED_ROUTES` has them */
export function createGuard(routes: readonly string[]) {
  // No item has this id: only a pattern for all of a kind covers it.
  const wholeKinds = new Set(kinds.filter((kind) => isGuarded(`/${kind}/info/*`, routes)));
  const isItem = (kind: Kind, id: string) => isGuarded(`/${kind}/info/${encodeURIComponent(id)}`, routes);
  return {
    /** Whether an item is guarded, by itself or with its kind. */
    isItem,

    /** Whether the list of a kind, or of one of its categories, is guarded. */
    isList: (kind: Kind, slug?: string) => isGuarded(`/${kind}/list${slug ? `/${slug}` : ""}`, routes),

    /** Whether all items of a kind are guarded. */
    isKind: (kind: Kind) => wholeKinds.has(kind),

    isPage: (path: string) => isGuarded(path, routes),

    /** Items that are guarded by themselves. */
    items: routes.flatMap((route): ItemName[] => {
      const [, kind, part, ...id] = readablePath(route.replace(/\/\*$/, "").replace(/\/{2,}/g, "/")).split("/");
      return isKind(kind) && part === "info" && id.length === 1 && id[0] ? [{ kind, id: id[0] }] : [];
    }),
  };
}

type Categories = ReturnType<ContentReader["categories"]>;

/**
 * The content as somebody sees it who isn't logged in: lists, searches, counts, neighbours and related items without what is
 * guarded. Single items are refused before they are asked for.
 * @param index without the guarded items
 */
export function withoutGuarded(index: ContentReader, guard: Guard): ContentReader {
  function shownCategories(rows: Categories, kind: Kind): Categories {
    return rows
      .filter(({ slug }) => !guard.isList(kind, slug))
      .map((row) => ({ ...row, children: shownCategories(row.children, kind) }));
  }

  function settings(locale: Locale): Record<string, unknown> {
    const { about: _about, milestones: _milestones, ...others } = index.document("settings", locale);
    return others;
  }

  return {
    document: (name, locale) =>
      name === "settings" && guard.isPage("/about-us") ? settings(locale) : index.document(name, locale),

    categories: (kind, locale) =>
      guard.isKind(kind) || guard.isList(kind) ? [] : shownCategories(index.categories(kind, locale), kind),

    list(kind, locale, query) {
      const isHidden = guard.isKind(kind) || guard.isList(kind) || guard.isList(kind, query.cat);
      if (!isHidden) return index.list(kind, locale, query);
      // A category that isn't there is said to be so, whoever asks.
      return index.list(kind, locale, query) && { rows: [], total: 0 };
    },

    info(kind, locale, id, isPreview) {
      const item = index.info(kind, locale, id, isPreview);
      const related = (item?.["related"] ?? []) as ItemName[];
      return item && { ...item, related: related.filter((one) => !guard.isItem(one.kind, one.id)) };
    },

    neighbours: (kind, locale, id) => (guard.isKind(kind) ? undefined : index.neighbours(kind, locale, id)),
  };
}
