import { sql, type Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { getSender } from "#app/services/runtime/web/sender.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";
import { createKeyedHash } from "./keys.ts";
import type { Tables } from "./tables.ts";
import { toTime, type Time } from "./time.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type ActionLimits = { windowMs: number; maxPerSender: number; maxPerSite: number; reserved?: number };

/** Factor between a sender's limit and that of an IPv6 /48 network. */
const networkFactor = 10;

/**
 * Limits per sender and for the site. The specification sets those of submissions. `reserved`: a sender's first attempts,
 * which don't count for the site, so that a few senders can't use up its limit for everybody.
 */
export const actionLimits = {
  submission: { windowMs: 10 * minuteMs, maxPerSender: 10, maxPerSite: 2000 },
  login: { windowMs: hourMs, maxPerSender: 20, maxPerSite: 5000 },
  code: { windowMs: hourMs, maxPerSender: 10, maxPerSite: 500 },
  edit: { windowMs: hourMs, maxPerSender: 600, maxPerSite: 5000 },
  draft: { windowMs: 10 * minuteMs, maxPerSender: 300, maxPerSite: 5000 },
  /** Requests with an unknown or expired link to a draft, counted separately. */
  unknownDraft: { windowMs: 10 * minuteMs, maxPerSender: 60, maxPerSite: 1000 },
  basket: { windowMs: 10 * minuteMs, maxPerSender: 300, maxPerSite: 20_000, reserved: 60 },
  /** Look-ups of batch and item numbers: each number of a delivery note, and a pasted list as one. */
  lookup: { windowMs: 10 * minuteMs, maxPerSender: 600, maxPerSite: 20_000, reserved: 60 },
  clientError: { windowMs: hourMs, maxPerSender: 20, maxPerSite: 1000 },
  webVitals: { windowMs: hourMs, maxPerSender: 60, maxPerSite: 10_000 },
  /** Forms that the site returns because of a mistake. */
  refusedForm: { windowMs: minuteMs, maxPerSender: 60, maxPerSite: Infinity },
} as const satisfies Record<string, ActionLimits>;

/** Maximum codes an hour on a site where a login gives access to nothing. Spares the owner's mail server. */
export const maxCodesWithoutGuard = 30;

/** The specification's limit: one code per account and minute. */
const accountCodeLimit = { max: 1, windowMs: minuteMs };

export const secondsBetweenCodes = accountCodeLimit.windowMs / 1000;

export type LimitedAction = keyof typeof actionLimits;

/** `reserved`: up to this count of the first limit, this one isn't counted. */
export type Limit = { name: string; max: number; windowMs: number; reserved?: number | undefined };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

const maxReportCounts = 10_000;

/** Thrown inside the transaction, to roll back the counts. */
export class LimitReachedError extends Error {
  override name = "LimitReachedError";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("rate limit reached");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts for sender, network and site in one transaction, so that a sender over its limit doesn't use up the shared
 * limits.
 */
export function createRateLimiter(
  database: Kysely<Tables>,
  now: () => number = Date.now,
  codesPerSite: number = actionLimits.code.maxPerSite,
) {
  const hash = createKeyedHash(database);
  const reportCounts = new LRUCache<string, number>({ max: maxReportCounts, noUpdateTTL: true });

  async function countInTransaction(transaction: Kysely<Tables>, limits: readonly Limit[], amount = 1): Promise<void> {
    let senderCount = 0;
    for (const limit of limits) {
      if (limit.reserved !== undefined && senderCount <= limit.reserved) continue;
      const key = await hash(limit.name, transaction);
      const counted = await countForLimit(transaction, { key, limit, amount, now: toTime(now()) });
      if (counted.count > limit.max) throw new LimitReachedError(counted.waitSeconds);
      senderCount ||= counted.count;
    }
  }

  /** @returns seconds until the next attempt can succeed; 0 if this one is within all limits */
  async function count(limits: readonly Limit[], amount?: number): Promise<number> {
    try {
      await database.transaction().execute((transaction) => countInTransaction(transaction, limits, amount));
      return 0;
    } catch (error) {
      if (error instanceof LimitReachedError) return error.retryAfterSeconds;
      throw error;
    }
  }

  return {
    count,

    /** @param amount number of attempts; if together they would exceed a limit, none is counted */
    countAttempt: (action: LimitedAction, address: string, amount?: number): Promise<number> =>
      count(getLimits(action, address), amount),

    /**
     * Counts in memory, because reports and refused forms only take this node's time.
     * @param isCounted `false` only checks whether another one would be within all limits
     * @returns seconds to wait; 0 if the report is within all limits
     */
    countReport(action: "clientError" | "webVitals" | "refusedForm", address: string, isCounted = true): number {
      for (const { name, max, windowMs } of getLimits(action, address)) {
        const reports = (reportCounts.get(name) ?? 0) + 1;
        if (reports > max) return Math.ceil(reportCounts.getRemainingTTL(name) / 1000);
        if (isCounted) reportCounts.set(name, reports, { ttl: windowMs });
      }
      return 0;
    },

    /** @throws LimitReachedError */
    countInTransaction: (transaction: Kysely<Tables>, action: LimitedAction, address: string): Promise<void> =>
      countInTransaction(transaction, getLimits(action, address)),

    /** Counts for the sender before the account, so that a sender over its limit can't use up the account's limit. */
    countCode(account: string, address: string): Promise<number> {
      const [senderLimit, ...sharedLimits] = getLimits("code", address, codesPerSite);
      return count([senderLimit!, { name: getCodeLimitName(account), ...accountCodeLimit }, ...sharedLimits]);
    },

    /** Deletes the count of an account's codes, so that the visitor can retry if a code couldn't be sent. */
    async forgetCode(account: string): Promise<void> {
      const key = await hash(getCodeLimitName(account));
      await database.deleteFrom("rate_limit").where("key", "=", key).execute();
    },
  };
}

/** Counts `name+tag@` as `name@`, because most providers deliver both to one account. */
function getCodeLimitName(account: string): string {
  const contact = normaliseContact(account) ?? account.trim().toLowerCase();
  return `code for ${contact.replace(/^([^+@]+)\+[^@]*@/, "$1@")}`;
}

/** Returns the limits in counting order. */
function getLimits(
  action: LimitedAction,
  clientAddress: string,
  maxPerSite: number = actionLimits[action].maxPerSite,
): Limit[] {
  const { windowMs, maxPerSender, reserved }: ActionLimits = actionLimits[action];
  const { address, network } = getSender(clientAddress);
  return [
    { name: `${action} from ${address}`, max: maxPerSender, windowMs },
    ...(network ? [{ name: `${action} from ${network}`, max: maxPerSender * networkFactor, windowMs }] : []),
    { name: `${action} from anywhere`, max: maxPerSite, windowMs, reserved },
  ];
}

/** Counts attempts. @returns the count, and seconds until it starts again */
async function countForLimit(
  database: Kysely<Tables>,
  { key, limit, amount, now }: { key: string; limit: Limit; amount: number; now: Time },
): Promise<{ count: number; waitSeconds: number }> {
  // Ends a window that starts in the future, because the clock was set back.
  const hasWindowEnded = sql<boolean>`(rate_limit.started_at <= ${now - limit.windowMs} or rate_limit.started_at > ${now})`;
  const { count, started_at: startedAt } = await database
    .insertInto("rate_limit")
    .values({ key, count: amount, started_at: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${hasWindowEnded} then ${amount} else rate_limit.count + ${amount} end`,
        started_at: sql`case when ${hasWindowEnded} then ${now} else rate_limit.started_at end`,
      }),
    )
    .returning(["count", "started_at"])
    .executeTakeFirstOrThrow();
  return { count, waitSeconds: Math.max(1, Math.ceil((startedAt + limit.windowMs - now) / 1000)) };
}
