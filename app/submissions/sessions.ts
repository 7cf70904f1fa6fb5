import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { createKeyedHash } from "./database-key.ts";
import type { Tables } from "./tables.ts";

const hour = 60 * 60 * 1000;

const day = 24 * hour;

/** Milliseconds that a login lasts at most, and for how long it may go unused. */
const sessionLimits = { absolute: 30 * day, idle: 7 * day };

/** How exactly it is kept when a login was last used: not every page writes. */
const usePrecision = hour;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Who is logged in to the embedded API. Tokens and accounts are kept as hashes: who reads the database can neither use a login
 * nor tell whose it is.
 */
export function createSessions(database: Kysely<Tables>, now: () => number = Date.now) {
  const keyed = createKeyedHash(database);

  async function endAll(account: string): Promise<number> {
    const { numDeletedRows } = await database.deleteFrom("session").where("account", "=", account).executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Keeps that a login is in use. */
  async function touch(tokenHash: string): Promise<void> {
    await database.updateTable("session").set({ used_at: now() }).where("token_hash", "=", tokenHash).execute();
  }

  return {
    /** @returns a new token for the account */
    async open(account: string): Promise<string> {
      const token = randomBytes(32).toString("base64url");
      const times = { expires_at: now() + sessionLimits.absolute, used_at: now() };
      const row = { token_hash: hash(token), account: await keyed(`session of ${account}`), ...times };
      await database.insertInto("session").values(row).execute();
      return token;
    },

    /** Whether a token is of a login that still lasts. */
    async isOpen(token: string): Promise<boolean> {
      const row = await database
        .selectFrom("session")
        .select("used_at")
        .where("token_hash", "=", hash(token))
        .where("expires_at", ">", now())
        .where("used_at", ">", now() - sessionLimits.idle)
        .executeTakeFirst();
      if (!row) return false;
      // A database that can only be read still says who is logged in.
      if (row.used_at <= now() - usePrecision) await touch(hash(token)).catch(() => undefined);
      return true;
    },

    /** Ends one login. */
    async end(token: string): Promise<void> {
      await database.deleteFrom("session").where("token_hash", "=", hash(token)).execute();
    },

    /** Ends all logins of the account that a token is of. */
    async endAllWith(token: string): Promise<void> {
      const own = await database
        .selectFrom("session")
        .select("account")
        .where("token_hash", "=", hash(token))
        .executeTakeFirst();
      if (own) await endAll(own.account);
    },

    /** Ends all logins of an account. @returns how many there were */
    endAllOf: async (account: string): Promise<number> => endAll(await keyed(`session of ${account}`)),

    /** Deletes what has ended by itself. */
    async sweep(): Promise<void> {
      await database
        .deleteFrom("session")
        .where((where) =>
          where.or([where("expires_at", "<=", now()), where("used_at", "<=", now() - sessionLimits.idle)]),
        )
        .execute();
    },
  };
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
