import type { DatabaseSync } from "node:sqlite";
import { prepareOnce } from "./prepare-once.ts";
import { createFilterCondition, type ItemFilter } from "./item-filter.ts";
import type { Query } from "./query.ts";
import { getPrefixKey, getSearchKey, toSearchKey } from "./terms.ts";
import type { Pause } from "./turns.ts";

/** Maximum number of items with one name, and of items with a name that only starts with the query. */
const maxItemsPerName = 1000;
const maxItemsPerPrefix = 200;

/**
 * Creates a finder of the items of one kind and language whose whole names match a query.
 * @param scope the kind and language
 */
export function createNameFinder(
  database: DatabaseSync,
  scope: number,
  filter: ItemFilter,
  { tokens, units, prefixMatch }: Query,
  pause: Pause,
) {
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

  async function findByKeys(keys: readonly string[]): Promise<number[]> {
    const items: number[] = [];
    for (const key of new Set(keys)) {
      for (const { item } of findByKey(key)) items.push(item);
      await pause();
    }
    return items;
  }

  const names = {
    /** Finds items with the whole query as their title. */
    findByTitle: (): number[] => findByKey(getSearchKey(tokens)).flatMap(({ item, isTitle }) => (isTitle ? item : [])),

    /** Finds items with a name that starts with the whole query. */
    findByStart: once((): readonly number[] => {
      const prefix = getPrefixKey(tokens);
      if (prefix.length < 2) return [];
      return (selectByPrefix.all(scope, prefix, prefix) as { item: number }[]).map(({ item }) => item);
    }),

    /** Finds items with the whole query as one of their names, or another name of the same thing. */
    findByOtherName: once(() => {
      const otherNames = units.length === 1 ? units[0]!.names : [];
      return findByKeys([getSearchKey(tokens), ...otherNames.map(toSearchKey)]);
    }),

    /** Finds items with another name of a thing that has a name starting with the whole query. */
    findByStartedName: once(() => findByKeys(prefixMatch.names.map(toSearchKey))),

    /** Finds items by any of their names, without duplicates. */
    findAll: once(async (): Promise<number[]> => {
      const items = [...names.findByStart(), ...(await names.findByOtherName()), ...(await names.findByStartedName())];
      return [...new Set(items)];
    }),
  };
  return names;
}

/** Returns a function that calls `find` once, and returns its first result each time. */
function once<Result>(find: () => Result): () => Result {
  let found: { result: Result } | undefined;
  return () => (found ??= { result: find() }).result;
}
