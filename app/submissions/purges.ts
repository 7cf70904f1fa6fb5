import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Milliseconds for which a purge is remembered: longer than its signature can be used again. */
export const purgeMemory = 15 * 60 * 1000;

/** What has been edited in the owner's system, told to one process and heard by all that share the database. */
export function createPurges(database: Kysely<Tables>, now: () => number = Date.now) {
  const listeners: ((tags: readonly string[]) => void)[] = [];
  /** Signatures of purges that have been heard here, by when. */
  const heard = new Map<string, number>();

  function hear(signature: string, tags: readonly string[]): void {
    if (heard.has(signature)) return;
    heard.set(signature, now());
    tell(tags);
  }

  function tell(tags: readonly string[]): void {
    for (const listener of listeners) listener(tags);
  }

  /** Hears what others were told since this process last looked, whatever their clocks say. */
  async function look(): Promise<void> {
    const rows = await database
      .selectFrom("purge")
      .select(["signature", "tags"])
      .where("created_at", ">", now() - purgeMemory)
      .execute();
    for (const { signature, tags } of rows) hear(signature, JSON.parse(tags) as string[]);
    for (const [signature, time] of heard) if (time < now() - 2 * purgeMemory) heard.delete(signature);
  }

  return {
    /** Called with the tags of every purge. */
    listen(listener: (tags: readonly string[]) => void): void {
      listeners.push(listener);
    },

    /** Tells this process alone, of what each finds out by itself. */
    tell,

    /** Tells all processes. @returns `false` for a signature that was used before */
    async announce(signature: string, tags: readonly string[]): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto("purge")
        .values({ signature, tags: JSON.stringify(tags), created_at: now() })
        .onConflict((conflict) => conflict.column("signature").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      hear(signature, tags);
      return true;
    },

    /** To be called every second or so. */
    look,
  };
}
