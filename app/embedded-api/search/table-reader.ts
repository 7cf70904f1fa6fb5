import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Locale } from "../../i18n/locales.ts";
import { joinItems } from "./item-sets.ts";
import { getPart, getTableName, partSize, type Level } from "./search-tables.ts";
import type { Pause } from "./turns.ts";

/** Reads the items of a level and a language that match an expression of FTS5. */
export type TableReader = ReturnType<typeof createTableReader>;

/** Creates a reader that pauses between the parts of the index. */
export function createTableReader(database: DatabaseSync, level: Level, locale: Locale) {
  const { last } = database.prepare("SELECT max(rowid) AS last FROM item").get() as { last: number | null };
  const parts = Array.from({ length: last === null ? 0 : getPart(last) + 1 }, (_, part) => {
    const table = getTableName(level, locale, part);
    const match = `FROM ${table} WHERE ${table} MATCH ?`;
    return {
      // A text with all numbers takes a tenth of the time of a row for each.
      selectItems: database.prepare(`SELECT group_concat(rowid) AS items ${match}`),
      selectAny: database.prepare(`SELECT 1 ${match} LIMIT 1`),
    } satisfies Record<string, StatementSync>;
  });

  return {
    /**
     * Returns all items that match, in ascending order.
     * @param hidden 1 for each item to leave out, else 0
     */
    async readAll(expression: string, pause: Pause, hidden?: Uint8Array): Promise<Uint32Array> {
      const pieces: Uint32Array[] = [];
      for (const { selectItems } of parts) {
        const { items } = selectItems.get(expression) as { items: string | null };
        if (items !== null) pieces.push(parseItems(items, hidden));
        await pause();
      }
      return joinItems(pieces);
    },

    /** Tells whether any item matches. */
    async hasMatch(expression: string, pause: Pause): Promise<boolean> {
      for (const { selectAny } of parts) {
        if (selectAny.get(expression) !== undefined) return true;
        await pause();
      }
      return false;
    },
  };
}

const comma = ",".charCodeAt(0);
const zero = "0".charCodeAt(0);

/** The items of one part, while they are read. */
const buffer = new Uint32Array(partSize);

/** Parses `1,22,333`. */
function parseItems(text: string, hidden: Uint8Array | undefined): Uint32Array {
  let [count, item] = [0, 0];
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : comma;
    if (code === comma) {
      if (hidden?.[item] !== 1) buffer[count++] = item;
      item = 0;
    } else item = item * 10 + code - zero;
  }
  return buffer.slice(0, count);
}
