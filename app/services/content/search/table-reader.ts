import type { DatabaseSync } from "node:sqlite";
import { prepareOnce } from "./prepare-once.ts";
import { createFilterCondition, type ItemFilter } from "./item-filter.ts";
import { getTableName, type Level, type Part } from "./search-tables.ts";
import type { Pause } from "./turns.ts";

/** Reads the items of one kind and language that match an FTS5 expression. */
export type TableReader = ReturnType<typeof createTableReader>;

/** An item and its place in the order by title. */
export type PlacedItem = { item: number; place: number };

/** Number of items in the first batch, which is enough for most pages, and in each other batch. */
const batchSizes = { first: 20, other: 500 };

/**
 * Creates a reader of one level of the index. It pauses between two statements.
 * @param parts the parts of one kind and language, in ascending order
 */
export function createTableReader(database: DatabaseSync, level: Level, parts: readonly Part[], filter: ItemFilter) {
  const tables = parts.map((part) => getTableName(level, part));
  const createCondition = (table: string) => `${table} MATCH ?${createFilterCondition(filter, `${table}.rowid`)}`;

  return {
    /** Counts the items that match. */
    async count(expression: string, pause: Pause): Promise<number> {
      let total = 0;
      for (const table of tables) {
        const select = prepareOnce(database, `SELECT count(*) AS count FROM ${table} WHERE ${createCondition(table)}`);
        total += (select.get(expression) as { count: number }).count;
        await pause();
      }
      return total;
    },

    /** Counts how many of these items match, whatever the filter. */
    async countAmong(items: readonly number[], expression: string, pause: Pause): Promise<number> {
      let total = 0;
      for (const table of tables) {
        // The plus sign prevents that SQLite searches for each of the items.
        const select = prepareOnce(
          database,
          `SELECT count(*) AS count FROM ${table}
           WHERE ${table} MATCH ? AND +${table}.rowid IN (SELECT value FROM json_each(?))`,
        );
        total += (select.get(expression, JSON.stringify(items)) as { count: number }).count;
        await pause();
      }
      return total;
    },

    /** Reads the items that match in ascending order, in batches. */
    async *read(expression: string, pause: Pause): AsyncGenerator<number> {
      for (const table of tables) {
        const select = prepareOnce(
          database,
          `SELECT ${table}.rowid AS item FROM ${table} WHERE ${createCondition(table)} AND ${table}.rowid > ?
           ORDER BY ${table}.rowid LIMIT ?`,
        );
        let [last, limit] = [0, batchSizes.first];
        for (let isComplete = false; !isComplete;) {
          const rows = select.all(expression, last, limit) as { item: number }[];
          for (const { item } of rows) yield item;
          isComplete = rows.length < limit;
          [last, limit] = [rows.at(-1)?.item ?? last, batchSizes.other];
          await pause();
        }
      }
    },

    /**
     * Reads the first items that match in the order of their titles.
     * @param limit maximum number of items of each part
     */
    async readByTitle(expression: string, limit: number, pause: Pause): Promise<PlacedItem[]> {
      const items: PlacedItem[] = [];
      for (const table of tables) {
        const select = prepareOnce(
          database,
          `SELECT item.rowid AS item, item.title_place AS place FROM ${table} CROSS JOIN item ON item.rowid = ${table}.rowid
           WHERE ${createCondition(table)} ORDER BY place LIMIT ?`,
        );
        items.push(...(select.all(expression, limit) as PlacedItem[]));
        await pause();
      }
      return items;
    },

    /** Tells whether any item matches, whatever the filter. */
    async hasMatch(expression: string, pause: Pause): Promise<boolean> {
      for (const table of tables) {
        const select = prepareOnce(database, `SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`);
        if (select.get(expression) !== undefined) return true;
        await pause();
      }
      return false;
    },
  };
}
