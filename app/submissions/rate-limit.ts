import { sql, type Kysely } from "kysely";
import { senderOf } from "../platform/sender.ts";
import { createKeyedHash } from "./database-key.ts";
import type { Tables } from "./tables.ts";

const minute = 60_000;

const hour = 60 * minute;

/** A /48 of IPv6 may do what this many senders may. */
const sendersPerNetwork = 10;

/**
 * What is limited: how often one sender (an IPv4 address, or a /64 of IPv6) may do it in that many milliseconds, and how often
 * all visitors of the site together. The limits of one sender are the specification's, but for the basket's.
 */
export const limitTable = {
  submission: { milliseconds: 10 * minute, sender: 10, site: 2000 },
  login: { milliseconds: hour, sender: 20, site: 5000 },
  code: { milliseconds: hour, sender: 10, site: 500 },
  basket: { milliseconds: 10 * minute, sender: 300, site: 20_000 },
} as const;

/** Specification: one code a minute for one account. */
export const accountCodeLimit = { most: 1, milliseconds: minute };

export type LimitedAction = keyof typeof limitTable;

type Limit = { most: number; milliseconds: number };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Thrown inside of a transaction, so that nothing of it stays. */
export class LimitReached extends Error {
  override name = "LimitReached";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("more than one sender may do");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts what visitors do, for all processes on the database. Each attempt is counted for its sender, then for the sender's
 * network, then for the site, in one transaction. One that is refused at any of these is counted nowhere: a sender over its
 * limit doesn't use up what others share, and who meets a full site has used up nothing of their own.
 */
export function createRateLimiter(database: Kysely<Tables>, now: () => number = Date.now) {
  const hash = createKeyedHash(database);

  /** @throws LimitReached */
  async function count(within: Kysely<Tables>, limits: readonly (readonly [string, Limit])[]): Promise<void> {
    for (const [name, limit] of limits) {
      const wait = await countOne(within, await hash(name, within), limit, now());
      if (wait > 0) throw new LimitReached(wait);
    }
  }

  async function secondsToWait(limits: readonly (readonly [string, Limit])[]): Promise<number> {
    // Has the key read beforehand: in SQLite a transaction that begins by reading can't wait for another's write.
    await hash("");
    try {
      await database.transaction().execute((transaction) => count(transaction, limits));
      return 0;
    } catch (error) {
      if (error instanceof LimitReached) return error.retryAfterSeconds;
      throw error;
    }
  }

  return {
    /**
     * Counts one attempt from a network address.
     * @param account counted after the sender, so that who is over their own limit can't spend an account's
     * @returns seconds until the next attempt can succeed; 0 where this one is within all limits
     */
    countAttempt(action: LimitedAction, address: string, account?: string): Promise<number> {
      const [own, ...shared] = limitsOf(action, address);
      const ofAccount = account === undefined ? [] : [[`code for ${account}`, accountCodeLimit] as const];
      return secondsToWait([own!, ...ofAccount, ...shared]);
    },

    /** The same inside of a transaction that fails where a limit is reached. @throws LimitReached */
    countWithin(transaction: Kysely<Tables>, action: LimitedAction, address: string): Promise<void> {
      return count(transaction, limitsOf(action, address));
    },

    /** No code was sent to the account: it needn't wait for the next. */
    async forgetAccount(account: string): Promise<void> {
      const key = await hash(`code for ${account}`);
      await database.deleteFrom("rate_limit").where("key", "=", key).execute();
    },
  };
}

/** The limits that an attempt meets, in the order in which they are counted. */
function limitsOf(action: LimitedAction, given: string): (readonly [string, Limit])[] {
  const { milliseconds, sender, site } = limitTable[action];
  const { address, network } = senderOf(given);
  const ofNetwork = { most: sender * sendersPerNetwork, milliseconds };
  return [
    [`${action} from ${address}`, { most: sender, milliseconds }],
    ...(network ? [[`${action} from ${network}`, ofNetwork] as const] : []),
    [`${action} from anywhere`, { most: site, milliseconds }],
  ];
}

/** Counts one more under `key`, in one statement. @returns seconds to wait, 0 where this one is within the limit */
async function countOne(database: Kysely<Tables>, key: string, limit: Limit, now: number): Promise<number> {
  // A clock that was set back must not make anybody wait for as long again.
  const isOver = sql<boolean>`(rate_limit.started_at <= ${now - limit.milliseconds} or rate_limit.started_at > ${now})`;
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
