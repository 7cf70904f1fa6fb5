import type { DatabaseSync } from "node:sqlite";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { ContentKind } from "../../api/contract/kinds.ts";
import type { Part } from "./search-tables.ts";

/** The items of one kind and language: their scope, and its parts in ascending order. */
export type SearchArea = { kind: ContentKind; scope: number; parts: readonly Part[] };

/** Reads the areas of each language. Kinds without items have none. */
export function readSearchAreas(database: DatabaseSync): Record<Locale, SearchArea[]> {
  const select = database.prepare(
    "SELECT kind, scope, first FROM search_part JOIN search_scope ON id = scope WHERE locale = ? ORDER BY scope, first",
  );
  const readAreas = (locale: Locale): SearchArea[] => {
    const rows = select.all(locale) as (Part & { kind: ContentKind })[];
    const parts = Map.groupBy(rows, ({ scope }) => scope);
    return Array.from(parts, ([scope, partsOfScope]) => ({ kind: partsOfScope[0]!.kind, scope, parts: partsOfScope }));
  };
  return Object.fromEntries(localeCodes.map((locale) => [locale, readAreas(locale)])) as Record<Locale, SearchArea[]>;
}
