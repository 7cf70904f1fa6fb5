import type { DatabaseSync } from "node:sqlite";
import { localeCodes } from "../../../i18n/locales.ts";
import type { IncomingRow } from "./incoming.ts";
import { prepareOnce } from "./prepare-once.ts";

/** A row of the index. Its category is the slug of its last scope. */
export type StoredRow = IncomingRow & { item: number };

/** Rows of all languages of the items, pages and batches that differ. */
export type Differences = {
  /** Rows in the index. */
  before: StoredRow[];
  /** Rows that replace them. A row keeps its number if its date is the same. */
  after: (IncomingRow & { item?: number })[];
};

const selectStored = `
  SELECT item.rowid AS item, kind, locale, id, date, row ->> 'title' AS title, row, info, names, opens, closes
  FROM item LEFT JOIN scheduled ON scheduled.item = item.rowid
  WHERE kind = ? AND locale = ? AND id = ?
`;

/**
 * Compares the table `incoming` with the index.
 * @param unchangedItems `kind/id` of the items that aren't in `incoming` because they are as before
 * @returns `undefined` if the index lacks one of the unchanged items
 */
export function findDifferences(database: DatabaseSync, unchangedItems: ReadonlySet<string>): Differences | undefined {
  const differences: Differences = { before: [], after: [] };
  const remainingKeys = listStored(database);
  for (const key of unchangedItems) if (!remainingKeys.delete(key)) return undefined;
  const incomingRows = database.prepare("SELECT * FROM incoming ORDER BY rowid").iterate() as Iterable<IncomingRow>;
  const readStored = createReader(database);
  for (const rows of groupLanguages(incomingRows)) {
    const [{ kind, id }] = rows as [IncomingRow];
    const storedRows = remainingKeys.delete(`${kind}/${id}`) ? readStored(kind, id) : [];
    if (storedRows.length > 0 && rows.every((row, index) => isEqual(row, storedRows[index]!))) continue;
    const isMoved = storedRows[0]?.date !== rows[0]!.date;
    differences.before.push(...storedRows);
    differences.after.push(...rows.map((row, index) => (isMoved ? row : { ...row, item: storedRows[index]!.item })));
  }
  for (const key of remainingKeys) {
    const [kind, id] = key.split("/") as [string, string];
    differences.before.push(...readStored(kind, id));
  }
  return differences;
}

/** Lists `kind/id` of everything in the index. */
function listStored(database: DatabaseSync): Set<string> {
  const rows = database.prepare("SELECT kind || '/' || id AS key FROM item WHERE locale = ?").all(localeCodes[0]!);
  return new Set((rows as { key: string }[]).map(({ key }) => key));
}

/** Groups the rows of an item, which are adjacent. */
function* groupLanguages(rows: Iterable<IncomingRow>): Generator<IncomingRow[]> {
  let group: IncomingRow[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < localeCodes.length) continue;
    yield group.toSorted(compareLocales);
    group = [];
  }
}

/** Compares the languages of an item in the order of their numbers. */
function compareLocales(a: { locale: string }, b: { locale: string }): number {
  return a.locale < b.locale ? -1 : 1;
}

/** Returns a function that reads the rows of an item, in the order of their numbers. */
function createReader(database: DatabaseSync) {
  const select = prepareOnce(database, selectStored);
  const selectCategory = prepareOnce(
    database,
    "SELECT slug FROM member JOIN scope ON scope.id = member.scope WHERE member.item = ? ORDER BY length(slug) DESC LIMIT 1",
  );
  return (kind: string, id: string): StoredRow[] =>
    localeCodes
      .flatMap((locale) => (select.get(kind, locale, id) as Omit<StoredRow, "cat"> | undefined) ?? [])
      .map((row) => ({ ...row, cat: (selectCategory.get(row.item) as { slug: string }).slug }))
      .toSorted(compareLocales);
}

const comparedFields = ["date", "cat", "row", "info", "names", "opens", "closes"] as const;

function isEqual(incoming: IncomingRow, storedRow: StoredRow): boolean {
  return comparedFields.every((field) => incoming[field] === storedRow[field]);
}
