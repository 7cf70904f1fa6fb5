import type { Kysely } from "kysely";
import { everyPageTag } from "../../runtime/http-cache.ts";
import { getCounter } from "../../runtime/metrics.ts";
import type { Tables } from "../database/tables.ts";
import { storeCdnPurges } from "./cdn.ts";

/** Purges are stored for longer than their signature is valid, to prevent replays. */
export const purgeRetentionMs = 15 * 60 * 1000;

const purgesTotal = getCounter({
  name: "purges_total",
  help: "Purges of the caches of this node, by the owner's system, a release or a date in the content",
});

type Options = {
  hasCdn?: boolean;
  now?: () => number;
};

/** One process receives a purge, and all that share the database apply it. */
export function createPurges(database: Kysely<Tables>, { hasCdn = false, now = Date.now }: Options = {}) {
  const listeners: ((tags: readonly string[]) => void)[] = [];
  /** Time of each purge that this process applied, by signature. */
  const appliedPurges = new Map<string, number>();
  /** Whether the next poll purges all pages of the CDN. A process that starts may have another release or build. */
  let mustPurgeCdn = hasCdn;

  function notifyListeners(tags: readonly string[]): void {
    purgesTotal.inc();
    for (const listener of listeners) listener(tags);
  }

  /** Each process purges the CDN after itself, because until then it may have sent an outdated page to it. */
  async function receive(signature: string, tags: readonly string[]): Promise<void> {
    if (appliedPurges.has(signature)) return;
    appliedPurges.set(signature, now());
    notifyListeners(tags);
    if (hasCdn) await storeCdnPurges(database, tags, now()).catch(() => (mustPurgeCdn = true));
  }

  return {
    subscribe(listener: (tags: readonly string[]) => void): void {
      listeners.push(listener);
    },

    /** Purges all pages of this process only, for changes that each process detects itself. */
    purgeAll(): void {
      notifyListeners([everyPageTag]);
      mustPurgeCdn = hasCdn;
    },

    /** @returns `false` if the signature was used before */
    async publish(signature: string, tags: readonly string[]): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto("purge")
        .values({ signature, tags: JSON.stringify(tags), created_at: now() })
        .onConflict((conflict) => conflict.column("signature").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await receive(signature, tags);
      return true;
    },

    /** Must be called about every second. */
    async poll(): Promise<void> {
      if (mustPurgeCdn) {
        mustPurgeCdn = false;
        await storeCdnPurges(database, [everyPageTag], now()).catch((error: unknown) => {
          mustPurgeCdn = true;
          throw error;
        });
      }
      // Clocks of other processes may differ.
      const rows = await database
        .selectFrom("purge")
        .select(["signature", "tags"])
        .where("created_at", ">", now() - purgeRetentionMs)
        .execute();
      for (const { signature, tags } of rows) await receive(signature, JSON.parse(tags) as string[]);
      for (const [signature, time] of appliedPurges)
        if (time < now() - 2 * purgeRetentionMs) appliedPurges.delete(signature);
    },
  };
}
