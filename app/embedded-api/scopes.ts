import type { DatabaseSync } from "node:sqlite";
import type { ContentKind } from "../contract/kinds.ts";
import type { Locale } from "../i18n/locales.ts";
import { readItemNumbers } from "./item-numbers.ts";

type Scope = { kind: ContentKind; locale: Locale; slug: string };

/** Reads the kind, language and category of each item, and its place by title, into memory. */
export function readScopes(database: DatabaseSync) {
  const rows = database.prepare("SELECT id, kind, locale, slug FROM scope").all() as ({ id: number } & Scope)[];
  const lastScope = Math.max(0, ...rows.map(({ id }) => id));
  const scopes = new Map(rows.map(({ id, ...scope }) => [id, scope]));
  const { scope: scopesByItem, title: titlePlaces } = readItemNumbers(database);

  /** Cache by kind, language and category. It has no size limit, because the content has few categories. */
  const marksByScope = new Map<string, Uint8Array>();
  const countsByItems = new WeakMap<Uint32Array, Uint32Array>();

  /** Returns a 1 for each scope of the kind and language that is in the category, or for all of them if it is empty; else a 0. */
  function getMarks(kind: ContentKind, locale: Locale, category: string): Uint8Array {
    const key = `${kind} ${locale} ${category}`;
    const cachedMarks = marksByScope.get(key);
    if (cachedMarks) return cachedMarks;
    const marks = new Uint8Array(lastScope + 1);
    for (const { id, slug, ...scope } of rows) {
      const isBelow = category === "" || slug === category || slug.startsWith(`${category}/`);
      if (scope.kind === kind && scope.locale === locale && isBelow) marks[id] = 1;
    }
    marksByScope.set(key, marks);
    return marks;
  }

  function countByScope(items: Uint32Array): Uint32Array {
    const cachedCounts = countsByItems.get(items);
    if (cachedCounts) return cachedCounts;
    const counts = new Uint32Array(lastScope + 1);
    for (const item of items) counts[scopesByItem[item]!]!++;
    countsByItems.set(items, counts);
    return counts;
  }

  return {
    /** Returns the scope of an item; `undefined` for an unknown number. */
    getScope: (item: number): Scope | undefined => scopes.get(scopesByItem[item]!),

    /** Creates a function that checks whether an item has this kind, language and category. Lower categories are included. */
    createTest(kind: ContentKind, locale: Locale, category = ""): (item: number) => boolean {
      const marks = getMarks(kind, locale, category);
      return (item) => marks[scopesByItem[item]!] === 1;
    },

    /** Counts the items for which the function of `createTest` returns `true`. Counts of the same array are cached. */
    count(items: Uint32Array, kind: ContentKind, locale: Locale, category = ""): number {
      const marks = getMarks(kind, locale, category);
      return countByScope(items).reduce((sum, count, scope) => sum + (marks[scope] === 1 ? count : 0), 0);
    },

    /** Sorts items of one kind and language by their titles. */
    sortByTitle(items: readonly number[] | Uint32Array): number[] {
      const itemsByPlace = new Map<number, number>();
      const places = Uint32Array.from(items, (item) => titlePlaces[item]!).sort();
      for (const item of items) itemsByPlace.set(titlePlaces[item]!, item);
      return Array.from(places, (place) => itemsByPlace.get(place)!);
    },
  };
}
