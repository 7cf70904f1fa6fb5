import type { DatabaseSync } from "node:sqlite";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { Part } from "./search-tables.ts";

/** The items of one kind and language: their scope, and its parts in ascending order. */
export type SearchArea = { scope: number; parts: readonly Part[] };

/** Reads the areas of each language. Kinds without items have none. */
export function readSearchAreas(database: DatabaseSync): Record<Locale, SearchArea[]> {
  const select = database.prepare(
    "SELECT search_part.scope, first FROM search_part JOIN scope ON id = search_part.scope WHERE locale = ? ORDER BY 1, 2",
  );
  const readAreas = (locale: Locale): SearchArea[] => {
    const parts = Map.groupBy(select.all(locale) as Part[], ({ scope }) => scope);
    return Array.from(parts, ([scope, partsOfScope]) => ({ scope, parts: partsOfScope }));
  };
  return Object.fromEntries(localeCodes.map((locale) => [locale, readAreas(locale)])) as Record<Locale, SearchArea[]>;
}
