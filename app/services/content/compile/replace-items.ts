import type { DatabaseSync } from "node:sqlite";
import type { Locale } from "../../../i18n/locales.ts";
import type { Differences, StoredRow } from "./find-differences.ts";
import { insertNumbered, readSearchedTexts, type IncomingRow } from "./incoming.ts";
import { chooseNumber } from "./number-items.ts";
import { prepareOnce } from "./prepare-once.ts";
import { findScopesOfItem, writeMembers, type Member, type ScopeIds } from "./scope-table.ts";
import { createMeaningFinder } from "../search/meanings.ts";
import { deleteEntry, insertEntry } from "../search/search-entry.ts";
import { findPart } from "../search/search-tables.ts";
import { WordCounts } from "../search/word-counts.ts";

type NumberedRow = IncomingRow & { item: number };

/**
 * Replaces items of the index.
 * @returns `false` if an item has no free number between its neighbours, or is the first of its kind
 */
export function replaceItems(database: DatabaseSync, { before, after }: Differences, scopes: ScopeIds): boolean {
  const deleteItem = database.prepare("DELETE FROM item WHERE rowid = ?");
  const deleteTimes = database.prepare("DELETE FROM scheduled WHERE item = ?");
  for (const { item } of before) {
    deleteItem.run(item);
    deleteTimes.run(item);
  }
  const rows = insertRows(database, after);
  if (!rows || !replaceEntries(database, before, rows, scopes)) return false;
  replaceMembers(database, before, rows, scopes);
  return true;
}

/** Inserts the rows that have a number, then the others, which get free numbers between the existing ones. */
function insertRows(database: DatabaseSync, rows: Differences["after"]): NumberedRow[] | undefined {
  const isNumbered = (row: IncomingRow & { item?: number }): row is NumberedRow => row.item !== undefined;
  const numbered = rows.filter(isNumbered);
  for (const row of numbered) insertNumbered(database, row.item, row);
  const findNumber = createNumberFinder(database);
  let first: number | undefined;
  let id: string | undefined;
  for (const row of rows) {
    if (isNumbered(row)) continue;
    // The languages of an item have adjacent numbers.
    const isSameItem: boolean = id === `${row.kind}/${row.id}`;
    first = isSameItem ? first! + 1 : findNumber(row);
    if (first === undefined) return undefined;
    id = `${row.kind}/${row.id}`;
    insertNumbered(database, first, row);
    numbered.push({ ...row, item: first });
  }
  return numbered;
}

/** Returns a function that finds a free number for an item. Numbers follow the order of items: newest first, then by kind and id. */
function createNumberFinder(database: DatabaseSync) {
  type Place = { item: number; date: string; kind: string; id: string };
  const select = database.prepare(
    "SELECT rowid AS item, date, kind, id FROM item WHERE rowid >= ? ORDER BY rowid LIMIT 1",
  );
  const selectBefore = database.prepare("SELECT max(rowid) AS item FROM item WHERE rowid < ?");
  const selectLast = database.prepare("SELECT max(rowid) AS item FROM item");
  const isBefore = (place: Place, row: IncomingRow) =>
    place.date !== row.date
      ? place.date > row.date
      : place.kind !== row.kind
        ? place.kind < row.kind
        : place.id < row.id;
  return (row: IncomingRow): number | undefined => {
    const last = (selectLast.get() as { item: number | null }).item ?? 0;
    // Searches for the smallest number whose item, like all later ones, comes after the row.
    let [low, high] = [1, last + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const place = select.get(middle) as Place;
      if (isBefore(place, row)) low = place.item + 1;
      else high = middle;
    }
    const before = (selectBefore.get(low) as { item: number | null }).item ?? 0;
    return chooseNumber(before, (select.get(low) as Place | undefined)?.item);
  };
}

/**
 * Replaces the entries of the search. The numbers ascend, because FTS5 then writes fewer segments.
 * @returns `false` if the search has no part for an item
 */
function replaceEntries(
  database: DatabaseSync,
  before: readonly StoredRow[],
  after: readonly NumberedRow[],
  scopes: ScopeIds,
): boolean {
  const counts = new WordCounts();
  const tools = { findMeaningTokens: createMeaningFinder(database), counts };
  const oldRows = new Map(before.map((row) => [row.item, row]));
  const newRows = new Map(after.map((row) => [row.item, row]));
  const findPartOf = ({ item, kind, locale }: NumberedRow | StoredRow) =>
    findPart(database, findScopesOfItem(scopes, kind, locale, "")[0]!, item);
  for (const item of [...new Set([...oldRows.keys(), ...newRows.keys()])].sort((a, b) => a - b)) {
    const [oldRow, newRow] = [oldRows.get(item), newRows.get(item)];
    if (oldRow) deleteEntry(database, item, findPartOf(oldRow)!, readSearchedTexts(oldRow), tools);
    const part = newRow && findPartOf(newRow);
    if (newRow && !part) return false;
    if (newRow && part) insertEntry(database, item, part, readSearchedTexts(newRow), tools);
  }
  counts.write(database);
  return true;
}

/** Writes each scope again if its members or their order have changed. */
function replaceMembers(
  database: DatabaseSync,
  before: readonly StoredRow[],
  after: readonly NumberedRow[],
  scopes: ScopeIds,
): void {
  const oldRows = new Map(before.map((row) => [row.item, row]));
  const newRows = new Map(after.map((row) => [row.item, row]));
  const isAsBefore = (row: NumberedRow, other: NumberedRow | undefined) =>
    other?.kind === row.kind && other.id === row.id && other.title === row.title && other.cat === row.cat;
  const removedRows = before.filter((row) => !isAsBefore(row, newRows.get(row.item)));
  const addedRows = after.filter((row) => !isAsBefore(row, oldRows.get(row.item)));
  const list = ({ kind, locale, cat }: IncomingRow) => findScopesOfItem(scopes, kind, locale, cat);
  const changedScopes = new Map<number, { locale: Locale; members: Member[] }>();
  const addScopesOf = (row: NumberedRow) =>
    list(row).map((scope) => {
      const entry = changedScopes.get(scope) ?? { locale: row.locale, members: [] };
      changedScopes.set(scope, entry);
      return entry.members;
    });
  const deleteMember = database.prepare("DELETE FROM member WHERE item = ?");
  for (const row of removedRows) {
    deleteMember.run(row.item);
    addScopesOf(row);
  }
  for (const row of addedRows) {
    for (const members of addScopesOf(row)) members.push({ item: row.item, title: row.title });
  }
  for (const [scope, { locale, members }] of changedScopes) {
    const allMembers = [...readMembers(database, scope), ...members].sort((a, b) => a.item - b.item);
    writeMembers(database, scope, locale, allMembers);
  }
}

function readMembers(database: DatabaseSync, scope: number): Member[] {
  const select = prepareOnce(
    database,
    "SELECT item, row ->> 'title' AS title FROM member JOIN item ON item.rowid = member.item WHERE scope = ?",
  );
  return select.all(scope) as Member[];
}
