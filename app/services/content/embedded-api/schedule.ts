import type { DatabaseSync } from "node:sqlite";
import type { ContentKind, Sort } from "../../api/contract/kinds.ts";

/** Key of an item, a plain page or a batch. */
export type ItemKey = { kind: ContentKind; id: string };

/**
 * Counts the hidden items of each scope. `CROSS JOIN` keeps the order of the tables: SQLite knows nothing of the size of a temporary
 * table, and would read all members of all scopes, which takes 75 ms for 100,000 items.
 */
export const countHiddenQuery = `
  SELECT member.scope, count(*) AS count FROM hidden CROSS JOIN member ON member.item = hidden.item GROUP BY member.scope
`;

/** Tells which items are hidden now, and when that changes. */
export type Schedule = ReturnType<typeof createSchedule>;

/**
 * Creates the temporary table `hidden` with the items that aren't visible now: drafts, and items before or after their time.
 * The table is refilled only when an item becomes visible or hidden.
 * @param now returns the time in milliseconds since the epoch
 * @param excludedItems items that are hidden at any time
 */
export function createSchedule(database: DatabaseSync, now: () => number, excludedItems: readonly ItemKey[] = []) {
  // The table is in memory, because a container may have no writable folder.
  database.exec("PRAGMA temp_store = MEMORY; CREATE TEMP TABLE hidden (item INTEGER PRIMARY KEY)");
  const hideScheduled = database.prepare(
    "INSERT OR IGNORE INTO hidden SELECT item FROM scheduled WHERE opens > ? OR closes <= ?",
  );
  const hideItem = database.prepare("INSERT OR IGNORE INTO hidden SELECT rowid FROM item WHERE kind = ? AND id = ?");
  const countHiddenByScope = database.prepare(countHiddenQuery);
  const selectPlaces = {
    newest: database.prepare(createPlaceQuery("newest")),
    title: database.prepare(createPlaceQuery("title")),
  };
  const selectNextChange = database.prepare(
    `SELECT min(time) AS time FROM (SELECT min(opens) AS time FROM scheduled WHERE opens > ?
     UNION ALL SELECT min(closes) FROM scheduled WHERE closes > ?)`,
  );
  let since = Infinity;
  let until = -Infinity;
  let counts = new Map<number, number>();
  let version = 0;
  /** Cache of the places of hidden items, by scope and order. It is cleared when the hidden items change. */
  const places = new Map<string, Uint32Array>();

  function refresh(): void {
    const time = now();
    // The clock may be set back.
    if (time >= since && time < until) return;
    version++;
    since = time;
    until = (selectNextChange.get(time, time) as { time: number | null }).time ?? Infinity;
    database.exec("DELETE FROM hidden");
    places.clear();
    hideScheduled.run(time, time);
    for (const { kind, id } of excludedItems) hideItem.run(kind, id);
    const rows = countHiddenByScope.all() as { scope: number; count: number }[];
    counts = new Map(rows.map(({ scope, count }) => [scope, count]));
  }

  return {
    /** Updates the table `hidden` if necessary. */
    refresh,
    /** Returns the number of hidden items in a scope at the last `refresh`. */
    countHidden: (scope: number): number => counts.get(scope) ?? 0,
    /** Returns the place in a list that has this many visible items before it, at the last `refresh`. */
    findPlace(scope: number, sort: Sort, visibleBefore: number): number {
      if (!counts.has(scope)) return visibleBefore;
      const key = `${scope} ${sort}`;
      const hiddenPlaces =
        places.get(key) ?? Uint32Array.from(selectPlaces[sort].all(scope) as { place: number }[], ({ place }) => place);
      places.set(key, hiddenPlaces);
      return visibleBefore + countHiddenBefore(hiddenPlaces, visibleBefore);
    },
    /** Returns a number that changes whenever an item appears or disappears. */
    getVersion(): number {
      refresh();
      return version;
    },
    /** Returns when an item next becomes visible or hidden, in milliseconds since the epoch; `Infinity` if never. */
    getNextChange(): number {
      refresh();
      return until;
    },
  };
}

function createPlaceQuery(sort: Sort): string {
  return `SELECT member.${sort} AS place FROM hidden CROSS JOIN member ON member.item = hidden.item
          WHERE member.scope = ? ORDER BY member.${sort}`;
}

/** Counts the hidden places that have at most this many visible ones before them. @param places in ascending order */
function countHiddenBefore(places: Uint32Array, visibleBefore: number): number {
  let [first, end] = [0, places.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (places[middle]! - middle <= visibleBefore) first = middle + 1;
    else end = middle;
  }
  return first;
}
