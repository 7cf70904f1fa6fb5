import { sql, type Kysely } from "kysely";
import { getSender } from "../../http/forms/sender.ts";
import { createKeyedHash } from "./database/keys.ts";
import type { Tables } from "./database/tables.ts";

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

/** The limit of an IPv6 /48 network is this multiple of a sender's limit. */
const networkFactor = 10;

/**
 * Limits for one sender (an IPv4 address, or a /64 network of IPv6) and for all visitors together, within a time
 * window. The specification sets the limits for a sender, except for the basket.
 */
export const actionLimits = {
  submission: { windowMs: 10 * minuteMs, maxPerSender: 10, maxPerSite: 2000 },
  login: { windowMs: hourMs, maxPerSender: 20, maxPerSite: 5000 },
  code: { windowMs: hourMs, maxPerSender: 10, maxPerSite: 500 },
  basket: { windowMs: 10 * minuteMs, maxPerSender: 300, maxPerSite: 20_000 },
} as const;

/** The specification allows one code a minute for an account. */
export const accountCodeLimit = { max: 1, windowMs: minuteMs };

export type LimitedAction = keyof typeof actionLimits;

type Limit = { max: number; windowMs: number };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** An action exceeded a limit. It is thrown inside the transaction, so that the counts are rolled back. */
export class LimitReachedError extends Error {
  override name = "LimitReachedError";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("rate limit reached");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Creates the rate limiter, which all processes that share the database have in common. In one transaction it counts an
 * action for its sender, for the sender's network and for the site. If a limit is exceeded, nothing is counted, so a
 * sender over its limit doesn't use up the shared limits.
 */
export function createRateLimiter(database: Kysely<Tables>, now: () => number = Date.now) {
  const hash = createKeyedHash(database);

  /** Counts an action for each limit. @throws LimitReachedError */
  async function countForLimits(
    transaction: Kysely<Tables>,
    limits: readonly (readonly [string, Limit])[],
  ): Promise<void> {
    for (const [name, limit] of limits) {
      const waitSeconds = await countForLimit(transaction, await hash(name, transaction), limit, now());
      if (waitSeconds > 0) throw new LimitReachedError(waitSeconds);
    }
  }

  async function countInOwnTransaction(limits: readonly (readonly [string, Limit])[]): Promise<number> {
    try {
      await database.transaction().execute((transaction) => countForLimits(transaction, limits));
      return 0;
    } catch (error) {
      if (error instanceof LimitReachedError) return error.retryAfterSeconds;
      throw error;
    }
  }

  return {
    /**
     * Counts an action of a network address.
     * @param account counts for an account, too. It is counted after the sender, so that a sender over its limit can't use
     *   up the account's limit.
     * @returns seconds until the next attempt can succeed; 0 if this one is within all limits
     */
    countAttempt(action: LimitedAction, address: string, account?: string): Promise<number> {
      const [senderLimit, ...sharedLimits] = getLimits(action, address);
      const accountLimits = account === undefined ? [] : [[`code for ${account}`, accountCodeLimit] as const];
      return countInOwnTransaction([senderLimit!, ...accountLimits, ...sharedLimits]);
    },

    /** Counts an action inside the caller's transaction. @throws LimitReachedError */
    countInTransaction(transaction: Kysely<Tables>, action: LimitedAction, address: string): Promise<void> {
      return countForLimits(transaction, getLimits(action, address));
    },

    /** Resets the count of an account. */
    async forgetAccount(account: string): Promise<void> {
      const key = await hash(`code for ${account}`);
      await database.deleteFrom("rate_limit").where("key", "=", key).execute();
    },
  };
}

/** Returns the limits of an action in the order in which they are counted. */
function getLimits(action: LimitedAction, clientAddress: string): (readonly [string, Limit])[] {
  const { windowMs, maxPerSender, maxPerSite } = actionLimits[action];
  const { address, network } = getSender(clientAddress);
  const networkLimit = { max: maxPerSender * networkFactor, windowMs };
  return [
    [`${action} from ${address}`, { max: maxPerSender, windowMs }],
    ...(network ? [[`${action} from ${network}`, networkLimit] as const] : []),
    [`${action} from anywhere`, { max: maxPerSite, windowMs }],
  ];
}

/** Counts one action in a single statement. @returns seconds to wait, 0 if it is within the limit */
async function countForLimit(database: Kysely<Tables>, key: string, limit: Limit, now: number): Promise<number> {
  // If the window starts in the future, the clock was set back. Then a new window starts.
  const hasWindowEnded = sql<boolean>`(rate_limit.started_at <= ${now - limit.windowMs} or rate_limit.started_at > ${now})`;
  const { count, started_at: startedAt } = await database
    .insertInto("rate_limit")
    .values({ key, count: 1, started_at: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${hasWindowEnded} then 1 else rate_limit.count + 1 end`,
        started_at: sql`case when ${hasWindowEnded} then ${now} else rate_limit.started_at end`,
      }),
    )
    .returning(["count", "started_at"])
    .executeTakeFirstOrThrow();
  if (count <= limit.max) return 0;
  return Math.max(1, Math.ceil((startedAt + limit.windowMs - now) / 1000));
}
