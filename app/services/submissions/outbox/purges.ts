import type { Kysely } from "kysely";
import { getCounter } from "../../runtime/metrics.ts";
import type { CdnPurges } from "./cdn-purges.ts";
import type { Tables } from "../database/tables.ts";

/** Purges are stored for longer than their signature is valid, to prevent replays. */
export const purgeRetentionMs = 15 * 60 * 1000;

const purgesTotal = getCounter({
  name: "purges_total",
  help: "Purges of the caches of this node, by the owner's system, a release or a date in the content",
});

type Options = {
  /** The outbox for the CDN, which gets every purge too. */
  cdnPurges?: CdnPurges | undefined;
  now?: () => number;
};

/** Creates the channel for cache purges. One process receives a purge, and all that share the database apply it. */
export function createPurges(database: Kysely<Tables>, { cdnPurges, now = Date.now }: Options = {}) {
  const listeners: ((tags: readonly string[]) => void)[] = [];
  /** Time of each purge that this process applied, by signature. */
  const appliedPurges = new Map<string, number>();

  function receive(signature: string, tags: readonly string[]): void {
    if (appliedPurges.has(signature)) return;
    appliedPurges.set(signature, now());
    notifyListeners(tags);
  }

  function notifyListeners(tags: readonly string[]): void {
    purgesTotal.inc();
    for (const listener of listeners) listener(tags);
    cdnPurges?.add(tags);
  }

  /** Stores a purge. @returns `false` if its signature was used before */
  async function store(signature: string, tags: readonly string[], transaction: Kysely<Tables>): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto("purge")
      .values({ signature, tags: JSON.stringify(tags), created_at: now() })
      .onConflict((conflict) => conflict.column("signature").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await cdnPurges?.store(tags, transaction);
    return true;
  }

  /** Applies the stored purges that this process hasn't applied yet. Clocks of other processes may differ. */
  async function poll(): Promise<void> {
    const rows = await database
      .selectFrom("purge")
      .select(["signature", "tags"])
      .where("created_at", ">", now() - purgeRetentionMs)
      .execute();
    for (const { signature, tags } of rows) receive(signature, JSON.parse(tags) as string[]);
    for (const [signature, time] of appliedPurges)
      if (time < now() - 2 * purgeRetentionMs) appliedPurges.delete(signature);
  }

  return {
    /** Subscribes to the tags of every purge. */
    subscribe(listener: (tags: readonly string[]) => void): void {
      listeners.push(listener);
    },

    /** Notifies the listeners of this process only, for changes that each process detects itself. */
    notifyLocally: notifyListeners,

    /** Publishes a purge to all processes. @returns `false` if the signature was used before */
    async publish(signature: string, tags: readonly string[]): Promise<boolean> {
      const isNew = cdnPurges
        ? await database.transaction().execute((transaction) => store(signature, tags, transaction))
        : await store(signature, tags, database);
      if (!isNew) return false;
      receive(signature, tags);
      return true;
    },

    /** Reads the purges of other processes. Must be called about every second. */
    poll,

    /** Sends due purges to the CDN. Must be called about every second. `undefined` without a CDN. */
    pollCdn: cdnPurges?.poll,
  };
}
