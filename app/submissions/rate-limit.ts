import { sql, type Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export type Limit = { most: number; milliseconds: number };

/** Specification: 10 submissions in ten minutes from one address. */
export const submissionLimit: Limit = { most: 10, milliseconds: 10 * 60 * 1000 };

/** Specification: 20 login tries and 10 codes an hour from one address, one code a minute for one account. */
export const loginLimits = {
  tries: { most: 20, milliseconds: 60 * 60 * 1000 },
  codes: { most: 10, milliseconds: 60 * 60 * 1000 },
  accountCodes: { most: 1, milliseconds: 60 * 1000 },
} as const satisfies Record<string, Limit>;

/**
 * Counts one more try under `key`. Shared by all processes on the database: one statement counts and tells.
 * @returns seconds until the next try counts again, 0 where this one is within the limit
 */
export async function countTry(database: Kysely<Tables>, key: string, limit: Limit, now: number): Promise<number> {
  const isOver = sql<boolean>`rate_limit.started_at <= ${now - limit.milliseconds}`;
  const { count, started_at: startedAt } = await database
    .insertInto("rate_limit")
    .values({ key, count: 1, started_at: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limit.count + 1 end`,
        started_at: sql`case when ${isOver} then ${now} else rate_limit.started_at end`,
      }),
    )
    .returning(["count", "started_at"])
    .executeTakeFirstOrThrow();
  if (count <= limit.most) return 0;
  return Math.max(1, Math.ceil((startedAt + limit.milliseconds - now) / 1000));
}

/** Forgets the tries under `key`: what they were for has not happened. */
export async function forgetTries(database: Kysely<Tables>, key: string): Promise<void> {
  await database.deleteFrom("rate_limit").where("key", "=", key).execute();
}
