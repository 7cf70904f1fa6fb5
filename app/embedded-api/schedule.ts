import type { DatabaseSync } from "node:sqlite";
import type { Kind } from "../contract/kinds.ts";
import type { HiddenPlaces } from "./shown-places.ts";

/** An item, in all languages. */
export type ItemName = { kind: Kind; id: string };

/** What nobody is to see now: drafts, items whose time hasn't come, and items whose time is over. */
export type Hidden = {
  items: ReadonlySet<number>;
  /** Their places in a scope, in each order. */
  in(scope: number): Readonly<Record<"newest" | "title", HiddenPlaces>>;
};

type Member = { scope: number; item: number; newest: number; title: number };

const nothing = { newest: [], title: [] } as const;

/**
 * What is hidden at a moment, found out anew only when that changes.
 * @param now the clock, in milliseconds of the epoch
 * @param withheld items that are hidden at any time
 */
export function createSchedule(database: DatabaseSync, now: () => number, withheld: readonly ItemName[] = []) {
  const members = database.prepare(
    `SELECT member.scope, member.item, member.newest, member.title
     FROM scheduled JOIN member ON member.item = scheduled.item WHERE scheduled.opens > ? OR scheduled.closes <= ?`,
  );
  const membersOf = database.prepare(
    `SELECT member.scope, member.item, member.newest, member.title
     FROM item JOIN member ON member.item = item.rowid WHERE item.kind = ? AND item.id = ?`,
  );
  const next = database.prepare(
    `SELECT min(time) AS time FROM (SELECT min(opens) AS time FROM scheduled WHERE opens > ?
     UNION ALL SELECT min(closes) FROM scheduled WHERE closes > ?)`,
  );
  let known: { hidden: Hidden; since: number; until: number } | undefined;

  function current(): { hidden: Hidden; until: number } {
    const time = now();
    // A clock may be set back.
    if (known && time >= known.since && time < known.until) return known;
    const { time: until } = next.get(time, time) as { time: number | null };
    known = { hidden: hiddenAt(time), since: time, until: until ?? Infinity };
    return known;
  }

  /** Where hidden items stand, each place once. */
  function* hiddenMembers(time: number): Iterable<Member> {
    yield* members.iterate(time, time) as Iterable<Member>;
    const scheduled = new Set(members.all(time, time).map(({ item }) => item));
    for (const { kind, id } of withheld) {
      for (const member of membersOf.iterate(kind, id) as Iterable<Member>) {
        if (!scheduled.has(member.item)) yield member;
      }
    }
  }

  function hiddenAt(time: number): Hidden {
    const items = new Set<number>();
    const scopes = new Map<number, Record<"newest" | "title", number[]>>();
    for (const { scope, item, newest, title } of hiddenMembers(time)) {
      items.add(item);
      const places = scopes.get(scope) ?? { newest: [], title: [] };
      scopes.set(scope, places);
      places.newest.push(newest);
      places.title.push(title);
    }
    for (const { newest, title } of scopes.values()) [newest, title].forEach((places) => places.sort((a, b) => a - b));
    return { items, in: (scope) => scopes.get(scope) ?? nothing };
  }

  return {
    hidden: (): Hidden => current().hidden,
    /** When something appears or goes the next time; `Infinity` where nothing ever does. */
    nextChange: (): number => current().until,
  };
}
