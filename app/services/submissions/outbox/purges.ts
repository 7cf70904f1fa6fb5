import type { Kysely } from "kysely";
import { getCounter } from "#app/services/runtime/metrics.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { toTime } from "#app/services/submissions/database/time.ts";

/** Milliseconds for which purges are stored, so that replays are detected. */
export const purgeRetentionMs = 15 * 60 * 1000;

const purgesTotal = getCounter({
  name: "purges_total",
  help: "Purges of the caches of this node, by the owner's system, a release or a date in the content",
});

/** One process receives a purge, and all that share the database apply it. */
export function createPurges(database: Kysely<Tables>, { now = Date.now }: { now?: () => number } = {}) {
  const listeners: ((tags: readonly string[]) => void)[] = [];
  /** Time of each applied purge, by signature. */
  const appliedPurges = new Map<string, number>();

  function notifyListeners(tags: readonly string[]): void {
    purgesTotal.inc();
    for (const listener of listeners) listener(tags);
  }

  function receive(signature: string, tags: readonly string[]): void {
    if (appliedPurges.has(signature)) return;
    appliedPurges.set(signature, now());
    notifyListeners(tags);
  }

  return {
    subscribe(listener: (tags: readonly string[]) => void): void {
      listeners.push(listener);
    },

    /** Purges this process's pages; other processes detect the change themselves. */
    purgeAll(): void {
      notifyListeners(["all"]);
    },

    /** @returns `false` if the signature was used before */
    async publish(signature: string, tags: readonly string[]): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto("purge")
        .values({ signature, tags: JSON.stringify(tags), created_at: toTime(now()) })
        .onConflict((conflict) => conflict.column("signature").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      receive(signature, tags);
      return true;
    },

    /** Applies the purges that other processes received. Call this about every second. */
    async poll(): Promise<void> {
      // Reads the whole retention period again, because clocks of other processes may differ.
      const rows = await database
        .selectFrom("purge")
        .select(["signature", "tags"])
        .where("created_at", ">", toTime(now() - purgeRetentionMs))
        .execute();
      for (const { signature, tags } of rows) receive(signature, JSON.parse(tags) as string[]);
      for (const [signature, time] of appliedPurges)
        if (time < now() - 2 * purgeRetentionMs) appliedPurges.delete(signature);
    },
  };
}
