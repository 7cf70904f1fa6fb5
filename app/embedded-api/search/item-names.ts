import type { DatabaseSync } from "node:sqlite";
import { prepareOnce } from "../prepare-once.ts";
import { createFilterCondition, type ItemFilter } from "./item-filter.ts";
import type { Query } from "./query.ts";
import { toPrefixKey, toSearchKey } from "./terms.ts";
import type { Pause } from "./turns.ts";

/** Maximum number of items with one name, and of items with a name that only starts with the query. */
const maxItemsPerName = 1000;
const maxItemsPerPrefix = 200;

/**
 * Creates a finder of the items of one kind and language by their whole names.
 * @param scope the kind and language
 */
export function createNameFinder(database: DatabaseSync, scope: number, filter: ItemFilter) {
  // The limit comes before the filter, so that a query takes no longer if a hundred thousand items have the name.
  const prepare = (columns: string, condition: string, limit: number) =>
    prepareOnce(
      database,
      `SELECT * FROM (SELECT DISTINCT ${columns} FROM item_name WHERE scope = ? AND ${condition} LIMIT ${limit}) AS found
       WHERE true${createFilterCondition(filter, "found.item")}`,
    );
  const selectByName = prepare("item, is_title", "key = ?", maxItemsPerName);
  const selectByPrefix = prepare("item", "key >= ? AND key < ? || char(0x10FFFF)", maxItemsPerPrefix);

  function findByKey(key: string): { item: number; isTitle: boolean }[] {
    const rows = selectByName.all(scope, key) as { item: number; is_title: number }[];
    return rows.map(({ item, is_title }) => ({ item, isTitle: is_title === 1 }));
  }

  const names = {
    /** Finds items with the whole query as their title. */
    findByTitle: ({ text }: Query): number[] =>
      findByKey(toSearchKey(text)).flatMap(({ item, isTitle }) => (isTitle ? item : [])),

    /** Finds items with a name that starts with the whole query. */
    findByStart({ text }: Query): number[] {
      const prefix = toPrefixKey(text);
      if (prefix.length < 2) return [];
      return (selectByPrefix.all(scope, prefix, prefix) as { item: number }[]).map(({ item }) => item);
    },

    /** Finds items with one of the names. */
    async findByNames(texts: readonly string[], pause: Pause): Promise<number[]> {
      const items: number[] = [];
      for (const key of new Set(texts.map(toSearchKey))) {
        for (const { item } of findByKey(key)) items.push(item);
        await pause();
      }
      return items;
    },

    /** Finds items with the whole query as one of their names, or another name of the same thing. */
    findByOtherName({ text, units }: Query, pause: Pause): Promise<number[]> {
      const otherNames = units.length === 1 ? units[0]!.names : [];
      return names.findByNames([text, ...otherNames], pause);
    },

    /** Finds items by any of their names, without duplicates. */
    async findAll(query: Query, pause: Pause): Promise<number[]> {
      const items = [
        ...names.findByStart(query),
        ...(await names.findByOtherName(query, pause)),
        ...(await names.findByNames(query.prefixMatch.names, pause)),
      ];
      return [...new Set(items)];
    },
  };
  return names;
}
