import { hash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import { createKeyedHash } from "#app/services/submissions/database/keys.ts";
import type { SessionKind, Tables } from "#app/services/submissions/database/tables.ts";
import { toTime } from "#app/services/submissions/database/time.ts";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Lifetimes of tokens in milliseconds. `absolute`: since the token's creation. `idle`: since its last use. */
export const sessionLifetimesMs = {
  visitor: { absolute: 30 * dayMs, idle: 7 * dayMs },
  desk: { absolute: 12 * hourMs, idle: 12 * hourMs },
  deskBrowser: { absolute: 365 * dayMs, idle: 365 * dayMs },
  deskLink: { absolute: 10 * minuteMs, idle: 10 * minuteMs },
} satisfies Record<SessionKind, object>;

/** Minimum milliseconds between updates of the last use, so that not every request writes. */
const touchIntervalMs = hourMs;

/**
 * Maximum difference of nodes' clocks in milliseconds. A session isn't valid if its end is further away than its
 * lifetime plus this difference, because it was opened with a wrong clock.
 */
const maxClockErrorMs = 5 * minuteMs;

/** Maximum sessions per account and kind. If there are more, the oldest ones end. */
const maxSessionsOfKind = 20;

const tokenSchema = z.string().regex(/^[\w-]{43}$/);

type Row = Tables["session"];

export type OpenSession = { kind: SessionKind; openedAt: number; usedAt: number; isThisBrowser: boolean };

export type Sessions = ReturnType<typeof createSessions>;

const hashToken = (token: string) => hash("sha256", token);

/**
 * A token is valid only for the kind of session for which it was created. Tokens and accounts are stored as hashes,
 * which reveal neither.
 */
export function createSessions(database: Kysely<Tables>, now: () => number = Date.now, kind: SessionKind = "visitor") {
  const hashWithKey = createKeyedHash(database);
  const hashAccount = (account: string) => hashWithKey(`session of ${account}`);
  const getMaxExpiry = (sessionKind: SessionKind) => now() + sessionLifetimesMs[sessionKind].absolute + maxClockErrorMs;

  const isOpenRow = ({ kind: sessionKind, expires_at: end, used_at: used }: Row): boolean =>
    end > now() && end <= getMaxExpiry(sessionKind) && used > now() - sessionLifetimesMs[sessionKind].idle;

  /** Finds the token's open session, and records its use. */
  async function use(token: string): Promise<Row | undefined> {
    if (!tokenSchema.safeParse(token).success) return undefined;
    const rows = database.selectFrom("session").selectAll().where("token_hash", "=", hashToken(token));
    const row = await rows.where("kind", "=", kind).executeTakeFirst();
    if (!row || !isOpenRow(row)) return undefined;
    if (row.used_at <= now() - touchIntervalMs) {
      const update = database.updateTable("session").set({ used_at: toTime(now()) });
      // Ignores errors, because a session is valid even if the database is read-only.
      await update
        .where("token_hash", "=", row.token_hash)
        .execute()
        .catch(() => undefined);
    }
    return row;
  }

  async function endOldest(account: string): Promise<void> {
    const newest = database
      .selectFrom("session")
      .select("token_hash")
      .where("account", "=", account)
      .where("kind", "=", kind)
      .where("expires_at", "<=", toTime(getMaxExpiry(kind)))
      .orderBy("expires_at", "desc")
      .limit(maxSessionsOfKind);
    const accountSessions = database.deleteFrom("session").where("account", "=", account).where("kind", "=", kind);
    await accountSessions.where("token_hash", "not in", newest).execute();
  }

  /** Ends an account's sessions. @returns how many were open */
  async function endAll(account: string): Promise<number> {
    const rows = await database.deleteFrom("session").where("account", "=", account).returningAll().execute();
    return rows.filter(isOpenRow).length;
  }

  return {
    /** Finds the session's account among the given ones; `undefined` if it isn't among them, or no session is open. */
    async findAccount(token: string, accounts: readonly string[]): Promise<string | undefined> {
      const row = await use(token);
      if (!row) return undefined;
      const hashes = await Promise.all(accounts.map(hashAccount));
      return accounts[hashes.indexOf(row.account)];
    },

    async open(account: string): Promise<string> {
      const token = randomBytes(32).toString("base64url");
      const times = { expires_at: toTime(now() + sessionLifetimesMs[kind].absolute), used_at: toTime(now()) };
      const row = { token_hash: hashToken(token), kind, account: await hashAccount(account), ...times };
      await database.insertInto("session").values(row).execute();
      await endOldest(row.account);
      return token;
    },

    isOpen: async (token: string): Promise<boolean> => (await use(token)) !== undefined,

    /** @returns whether the session existed */
    async end(token: string): Promise<boolean> {
      const row = await use(token);
      const session = row && database.deleteFrom("session").where("token_hash", "=", row.token_hash);
      return (await session?.executeTakeFirst())?.numDeletedRows === 1n;
    },

    /**
     * Lists an account's sessions of every kind, last used first.
     * @param browserTokens the requesting browser's tokens
     */
    async list(account: string, browserTokens: readonly string[]): Promise<OpenSession[]> {
      const all = database
        .selectFrom("session")
        .selectAll()
        .where("account", "=", await hashAccount(account));
      const rows = await all.orderBy("used_at", "desc").execute();
      const browserHashes = browserTokens.map(hashToken);
      return rows.filter(isOpenRow).map((row) => ({
        kind: row.kind,
        openedAt: row.expires_at - sessionLifetimesMs[row.kind].absolute,
        usedAt: row.used_at,
        isThisBrowser: browserHashes.includes(row.token_hash),
      }));
    },

    /** Ends the desk's sessions of all accounts except these. @param accounts at least one */
    async endOthers(accounts: readonly string[]): Promise<void> {
      const hashes = await Promise.all(accounts.map((account) => hashAccount(account)));
      await database.deleteFrom("session").where("kind", "!=", "visitor").where("account", "not in", hashes).execute();
    },

    async endAllOfToken(token: string): Promise<void> {
      const row = await use(token);
      if (row) await endAll(row.account);
    },

    /** Ends an account's sessions of every kind. @returns how many were open */
    endAllOfAccount: async (account: string): Promise<number> => endAll(await hashAccount(account)),
  };
}

/** `unknown`: it can't be determined now. */
export type LoginState = "open" | "ended" | "unknown";

/**
 * @param tokens the tokens that the backend has rejected. Passed only if a backend manages the logins, which can't be
 * ended because there is no call for it.
 */
export function createLogins(sessions: Sessions, tokens?: { isRefused(token: string): boolean }) {
  return {
    /** Doesn't call the API: with a backend, a login counts as open unless its token was just rejected. */
    async getState(token: string): Promise<LoginState> {
      const isOpen = tokens ? !tokens.isRefused(token) : await sessions.isOpen(token);
      return isOpen ? "open" : "ended";
    },

    /** Ends a login; has no effect with a backend. */
    async end(token: string, shouldEndAll: boolean): Promise<void> {
      if (tokens) return;
      if (shouldEndAll) await sessions.endAllOfToken(token);
      else await sessions.end(token);
    },

    canEndAllLogins: tokens === undefined,
  };
}
