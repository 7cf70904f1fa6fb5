import type { Kysely } from "kysely";
import { getGauge, type Gauge } from "../../runtime/metrics.ts";
import type { Tables } from "../database/tables.ts";

type State = { tags: number; oldestAgeSeconds: number };

async function readState(database: Kysely<Tables>, now: number): Promise<State> {
  const { tags, oldest } = await database
    .selectFrom("cdn_purge")
    .select(({ fn }) => [fn.countAll().as("tags"), fn.min("created_at").as("oldest")])
    .executeTakeFirstOrThrow();
  return { tags: Number(tags), oldestAgeSeconds: oldest === null ? 0 : Math.max(0, (now - Number(oldest)) / 1000) };
}

const gauges = {
  tags: { name: "cdn_purge_tags", help: "Tags that wait to be purged from the CDN" },
  oldestAgeSeconds: {
    name: "cdn_purge_oldest_age_seconds",
    help: "Age of the oldest tag that waits to be purged from the CDN",
  },
} as const satisfies Record<keyof State, { name: string; help: string }>;

/** Registers the gauges of the purges for the CDN. They read the database when metrics are collected. */
export function exposeCdnPurgeMetrics(database: Kysely<Tables>, now: () => number): void {
  const unknownState: State = { tags: Number.NaN, oldestAgeSeconds: Number.NaN };
  for (const field of Object.keys(gauges) as (keyof State)[]) {
    const gauge: Gauge = getGauge({
      ...gauges[field],
      collect: async () => gauge.set((await readState(database, now()).catch(() => unknownState))[field]),
    });
  }
}
