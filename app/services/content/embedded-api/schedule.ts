import type { DatabaseSync } from "node:sqlite";
import type { ContentKind } from "#app/services/api/contract/kinds.ts";

export type ItemKey = { kind: ContentKind; id: string };

export type Schedule = ReturnType<typeof createSchedule>;

/**
 * Maintains the temporary table `hidden`: drafts, and items outside their visible period.
 * @param excludedItems always hidden
 */
export function createSchedule(database: DatabaseSync, now: () => number, excludedItems: readonly ItemKey[] = []) {
  // A container may lack a writable folder, so the table is in memory.
  database.exec("PRAGMA temp_store = MEMORY; CREATE TEMP TABLE hidden (item INTEGER PRIMARY KEY)");
  const hideScheduled = database.prepare("INSERT INTO hidden SELECT rowid FROM item WHERE opens > ? OR closes <= ?");
  const hideItem = database.prepare("INSERT OR IGNORE INTO hidden SELECT rowid FROM item WHERE kind = ? AND id = ?");
  const selectNextChange = database.prepare(
    `SELECT min(time) AS time FROM (SELECT min(opens) AS time FROM item WHERE opens > ?
     UNION ALL SELECT min(closes) FROM item WHERE closes > ?)`,
  );
  let since = Infinity;
  let until = -Infinity;
  let version = 0;

  function refresh(): void {
    const time = now();
    // If the clock was set back to before `since`, the table is outdated too.
    if (time >= since && time < until) return;
    version++;
    since = time;
    until = (selectNextChange.get(time, time) as { time: number | null }).time ?? Infinity;
    database.exec("DELETE FROM hidden");
    hideScheduled.run(time, time);
    for (const { kind, id } of excludedItems) hideItem.run(kind, id);
  }

  return {
    refresh,
    /** Returns a number that changes with the visible items. */
    getVersion(): number {
      refresh();
      return version;
    },
    /** Returns when an item next becomes visible or hidden, in epoch milliseconds; `Infinity` if never. */
    getNextChange(): number {
      refresh();
      return until;
    },
  };
}

/** Maximum milliseconds between checks, because a timer lasts at most 24 days, and the clock may change. */
const maxWaitMs = 60 * 60 * 1000;

/**
 * Calls `onChange` when an item becomes visible or hidden, because cached pages are then outdated.
 * @returns a function to call after changes of the schedule
 */
export function watchSchedule(
  index: Pick<Schedule, "getNextChange">,
  onChange: () => void,
  now: () => number = () => Date.now(),
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const scheduleCheck = () => {
    clearTimeout(timer);
    const next = index.getNextChange();
    if (next === Infinity) return;
    timer = setTimeout(() => checkSchedule(next), Math.min(next - now(), maxWaitMs)).unref();
  };
  const checkSchedule = (next: number) => {
    // A timer may fire slightly early; the next timer then calls `onChange`.
    if (now() >= next) onChange();
    scheduleCheck();
  };
  scheduleCheck();
  return scheduleCheck;
}
