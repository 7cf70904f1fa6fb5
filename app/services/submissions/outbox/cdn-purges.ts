import { sql, type ExpressionBuilder, type Kysely } from "kysely";
import { everyPageTag, isCdnTag, manyTagsTag } from "../../../http/cdn-tags.ts";
import type { Environment } from "../../runtime/environment.ts";
import type { Log } from "../../runtime/log.ts";
import { getCounter } from "../../runtime/metrics.ts";
import { computeRetryDelay } from "./backoff.ts";
import { exposeCdnPurgeMetrics } from "./cdn-purge-metrics.ts";
import { createCdn, type Cdn, type PurgeResult } from "./cdns.ts";
import type { Tables } from "../database/tables.ts";

/** Delay between a purge and its call. A node may still send a page from before the purge, which the CDN would keep. */
const settleMs = 1000;

/** Duration of a lease. A call always ends earlier. */
const leaseMs = 30_000;

/** Maximum delay of a retry, except for a longer `Retry-After`. Until then visitors see outdated pages. */
const maxDelayMs = 5 * 60_000;

const maxRetryAfterMs = 60 * 60_000;

/** While this many added tags aren't stored yet, a further purge becomes a purge of all pages. */
const maxAddedTags = 2000;

export type CdnPurges = ReturnType<typeof createCdnPurges>;

/** Opens the outbox of purges for the CDN of the environment; `undefined` without `CDN_PURGE_URL`. */
export function openCdnPurges(environment: Environment, database: Kysely<Tables>, log: Log): CdnPurges | undefined {
  const cdn = createCdn(environment);
  return cdn && createCdnPurges(database, cdn, log);
}

/**
 * Creates the outbox of purges for a CDN. Each purge reaches the CDN at least once, after every node has applied it: each
 * node adds the purges that it applies, and equal pending purges are sent once.
 */
export function createCdnPurges(database: Kysely<Tables>, cdn: Cdn, log: Log, now: () => number = Date.now) {
  /**
   * Tags that this process has added and not stored yet, with the time. A process that starts may have another release or
   * build than the one before, so all pages are purged.
   */
  const addedTags = new Map<string, number>([[everyPageTag, now()]]);
  const calls = getCounter({ name: "cdn_purges_total", help: "Purge calls of the CDN", labelNames: ["outcome"] });
  for (const outcome of ["done", "failed"]) calls.inc({ outcome }, 0);
  exposeCdnPurgeMetrics(database, now);
  /** The CDN isn't called before this time, because its last response had `Retry-After`. */
  let pausedUntil = 0;

  /** Adds purges that this process has applied. The next poll stores them. */
  function add(tags: readonly string[]): void {
    const time = now();
    for (const tag of addedTags.size < maxAddedTags ? tags : [everyPageTag]) addedTags.set(tag, time);
  }

  /** Stores purges. Tags that no page can have are left out. */
  function store(tags: readonly string[], transaction: Kysely<Tables> = database): Promise<void> {
    const time = now();
    return insert(new Map(tags.map((tag) => [tag, time])), transaction);
  }

  async function insert(timesByTag: ReadonlyMap<string, number>, transaction: Kysely<Tables>): Promise<void> {
    const rows = [...timesByTag]
      .filter(([tag]) => isCdnTag(tag))
      .map(([tag, time]) => ({
        tag,
        created_at: time,
        requested_at: time,
        attempts: 0,
        next_attempt_at: time + settleMs,
        lease_until: 0,
      }));
    if (rows.length === 0) return;
    const latestRequest = sql<number>`case when excluded.requested_at > cdn_purge.requested_at
      then excluded.requested_at else cdn_purge.requested_at end`;
    await transaction
      .insertInto("cdn_purge")
      .values(rows)
      .onConflict((conflict) => conflict.column("tag").doUpdateSet({ requested_at: latestRequest }))
      .execute();
  }

  /** Stores what was added. If the database can't be used, the next poll stores it. */
  async function storeAdded(): Promise<void> {
    const pendingTags = new Map(addedTags);
    await insert(pendingTags, database);
    for (const [tag, time] of pendingTags) if (addedTags.get(tag) === time) addedTags.delete(tag);
  }

  /** Claims due tags for one call, so that no other process sends them. */
  async function claimDueTags(time: number): Promise<Tables["cdn_purge"][]> {
    const isDue = (expression: ExpressionBuilder<Tables, "cdn_purge">) =>
      expression.and([expression("next_attempt_at", "<=", time), expression("lease_until", "<=", time)]);
    const dueTags = database
      .selectFrom("cdn_purge")
      .select("tag")
      .where(isDue)
      .orderBy(sql`case when tag = ${everyPageTag} then 0 else 1 end`)
      .orderBy("next_attempt_at")
      // `toCall` adds one tag.
      .limit(cdn.maxTags - 1);
    return database
      .updateTable("cdn_purge")
      .set((column) => ({ lease_until: time + leaseMs, attempts: column("attempts", "+", 1) }))
      .where("tag", "in", dueTags)
      .where(isDue)
      .returningAll()
      .execute();
  }

  /** Removes sent tags. A tag that was requested again since the call started stays, and is sent again. */
  async function deleteSent(tags: readonly string[], startedAt: number): Promise<void> {
    await database
      .deleteFrom("cdn_purge")
      .where("requested_at", "<=", startedAt - settleMs)
      // A purge of all pages includes the others.
      .$if(!tags.includes(everyPageTag), (query) => query.where("tag", "in", tags))
      .execute();
    await database
      .updateTable("cdn_purge")
      .set((column) => ({
        created_at: column.ref("requested_at"),
        next_attempt_at: column("requested_at", "+", settleMs),
        attempts: 0,
        lease_until: 0,
      }))
      .where("tag", "in", tags)
      .execute();
  }

  async function postpone(rows: Tables["cdn_purge"][], { retryAfter = 0 }: { retryAfter?: number | undefined }) {
    const attempts = Math.max(...rows.map((row) => row.attempts));
    const delay = Math.min(computeRetryDelay(attempts, 0), maxDelayMs);
    pausedUntil = now() + Math.min(retryAfter, maxRetryAfterMs);
    await database
      .updateTable("cdn_purge")
      .set({ next_attempt_at: Math.max(now() + delay, pausedUntil), lease_until: 0 })
      .where(
        "tag",
        "in",
        rows.map(({ tag }) => tag),
      )
      .execute();
  }

  /** Sends one call. @returns whether more may be due */
  async function sendNext(): Promise<boolean> {
    const startedAt = now();
    if (startedAt < pausedUntil) return false;
    const rows = await claimDueTags(startedAt);
    if (rows.length === 0) return false;
    const tags = rows.map(({ tag }) => tag);
    const result = await cdn.purge(toCall(tags));
    await (result.isPurged ? deleteSent(tags, startedAt) : postpone(rows, result));
    record(tags, result);
    return result.isPurged && tags.length === cdn.maxTags - 1;
  }

  function record(tags: readonly string[], result: PurgeResult): void {
    calls.inc({ outcome: result.isPurged ? "done" : "failed" });
    if (result.isPurged) log.info({ tags: tags.length }, "the CDN has purged pages");
    else log.warn({ tags: tags.length, reason: result.message }, "the CDN could not be purged; it is tried again");
  }

  return {
    add,
    store,

    /** Sends due purges. Must be called about every second. */
    async poll(): Promise<void> {
      await storeAdded();
      while (await sendNext());
    },
  };
}

/**
 * Returns the tags of a call. They include `manyTagsTag`, because a page with too many tags for a header has only that one,
 * and may have any of these.
 */
function toCall(tags: readonly string[]): readonly string[] {
  return tags.includes(everyPageTag) ? [everyPageTag] : [...tags, manyTagsTag];
}
