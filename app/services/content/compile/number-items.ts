import type { DatabaseSync } from "node:sqlite";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { copyIncoming, readSearchedTexts, type IncomingRow } from "./incoming.ts";
import { prepareOnce } from "./prepare-once.ts";
import { findScopesOfItem, writeMembers, type Member, type ScopeIds } from "./scope-table.ts";
import type { SearchWriter } from "../search/search-writer.ts";

/*
 * Numbers ascend from the newest item to the oldest. The languages of an item have adjacent numbers. Some numbers are left free, so
 * that a new item gets one without changing those of other items.
 */

/** Numbers that are free before the newest item. */
const freeInFront = 4096;

/** Difference between the first numbers of two items in succession. Half of these numbers are free. */
const step = 2 * localeCodes.length;

/** Returns the number of a row. @param index of the row, in the order of items and languages */
function getNumber(index: number): number {
  const [place, language] = [Math.floor(index / localeCodes.length), index % localeCodes.length];
  return freeInFront + place * step + language + 1;
}

/**
 * Chooses a number for the first language of an item between two others.
 * @param before greatest number of the items before it
 * @param after smallest number of the items after it; `undefined` if there are none
 * @returns `undefined` if no number is free
 */
export function chooseNumber(before: number, after: number | undefined): number | undefined {
  const size = localeCodes.length;
  if (after === undefined) return before + 1 + size;
  const free = after - before - 1 - size;
  if (free < 0) return undefined;
  // Many numbers are free before the newest item, but the next item will probably need one of them, too.
  return before === 0 ? Math.max(1, after - step) : before + 1 + Math.floor(free / 2);
}

/** Assigns the numbers of all items and their positions in their scopes, and fills the search index. */
export function numberItems(database: DatabaseSync, scopes: ScopeIds, writer: SearchWriter): void {
  const rows = database
    .prepare("SELECT rowid AS place, kind, locale, title, cat FROM incoming ORDER BY date DESC, kind, id, locale")
    .all() as (Pick<IncomingRow, "kind" | "locale" | "title" | "cat"> & { place: number })[];
  const members = new Map<number, Member[]>();
  rows.forEach(({ place, kind, locale, title, cat }, index) => {
    const item = getNumber(index);
    copyIncoming(database, item, place);
    for (const scope of findScopesOfItem(scopes, kind, locale, cat)) {
      const list = members.get(scope) ?? [];
      members.set(scope, list);
      list.push({ item, title });
    }
  });
  for (const [key, scope] of scopes) {
    const [, locale, category] = key.split(" ") as [string, Locale, string];
    const membersOfScope = members.get(scope) ?? [];
    writeMembers(database, scope, locale, membersOfScope);
    if (category === "") writer.addScope(scope, readTexts(database, membersOfScope));
  }
}

function* readTexts(database: DatabaseSync, members: readonly Member[]) {
  const select = prepareOnce(database, "SELECT kind, id, row, info, names FROM item WHERE rowid = ?");
  for (const { item } of members) yield { item, texts: readSearchedTexts(select.get(item) as IncomingRow) };
}
