import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { createKeyedHash } from "../database/keys.ts";
import type { Tables } from "../database/tables.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** A login ends after these times: since it was opened, and since its last use. */
const loginLifetimeMs = { absolute: 30 * dayMs, idle: 7 * dayMs };

/** The time of the last use is updated at most this often, so that not every request writes to the database. */
const touchIntervalMs = hourMs;

/** What the desk opens ends after these times: logins, browsers that have logged in, and links that log in. */
export const deskLifetimesMs = { login: 12 * hourMs, browser: 365 * dayMs, link: 10 * 60 * 1000 };

const createDeskKind = (label: string, lifetimeMs: number) => ({
  label,
  accountLabel: "desk ",
  lifetimeMs: { absolute: lifetimeMs, idle: lifetimeMs },
});

/** `label` keeps the tokens of different kinds apart; `accountLabel` begins the hash of the account. */
const sessionKinds = {
  visitor: { label: "", accountLabel: "", lifetimeMs: loginLifetimeMs },
  desk: createDeskKind("desk ", deskLifetimesMs.login),
  deskBrowser: createDeskKind("desk browser ", deskLifetimesMs.browser),
  deskLink: createDeskKind("desk link ", deskLifetimesMs.link),
};

export type Sessions = ReturnType<typeof createSessions>;

/** Tokens and accounts are stored as hashes, so that the database reveals neither a usable token nor an account. */
export function createSessions(
  database: Kysely<Tables>,
  now: () => number = Date.now,
  kind: keyof typeof sessionKinds = "visitor",
) {
  const hashWithKey = createKeyedHash(database);
  const { label, accountLabel, lifetimeMs } = sessionKinds[kind];
  const hashToken = (token: string) => createHash("sha256").update(`${label}${token}`).digest("hex");
  const hashAccount = async (account: string) =>
    accountLabel + (await hashWithKey(`${accountLabel}session of ${account}`));

  const findOpen = (token: string) =>
    database
      .selectFrom("session")
      .select(["account", "used_at"])
      .where("token_hash", "=", hashToken(token))
      .where("expires_at", ">", now())
      .where("used_at", ">", now() - lifetimeMs.idle)
      .executeTakeFirst();

  async function endAll(account: string): Promise<number> {
    const { numDeletedRows } = await database.deleteFrom("session").where("account", "=", account).executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** `undefined` if none of these accounts has the token's open login. */
  async function findAccount(token: string, accounts: readonly string[]): Promise<string | undefined> {
    const row = await findOpen(token);
    const hashes = row ? await Promise.all(accounts.map((account) => hashAccount(account))) : [];
    return accounts[hashes.indexOf(row?.account ?? "")];
  }

  /** @returns whether it was there */
  async function end(token: string): Promise<boolean> {
    const login = database.deleteFrom("session").where("token_hash", "=", hashToken(token));
    return (await login.executeTakeFirst()).numDeletedRows > 0n;
  }

  return {
    findAccount,
    end,

    async open(account: string): Promise<string> {
      const token = randomBytes(32).toString("base64url");
      const times = { expires_at: now() + lifetimeMs.absolute, used_at: now() };
      const row = { token_hash: hashToken(token), account: await hashAccount(account), ...times };
      await database.insertInto("session").values(row).execute();
      return token;
    },

    async isOpen(token: string): Promise<boolean> {
      const row = await findOpen(token);
      if (!row) return false;
      if (row.used_at <= now() - touchIntervalMs) {
        const update = database.updateTable("session").set({ used_at: now() });
        // The login is valid even if the database can't be written to.
        await update
          .where("token_hash", "=", hashToken(token))
          .execute()
          .catch(() => undefined);
      }
      return true;
    },

    /** Ends everything that the desk has opened for other accounts than these, which are at least one. */
    async endOthers(accounts: readonly string[]): Promise<void> {
      const hashes = await Promise.all(accounts.map((account) => hashAccount(account)));
      await database
        .deleteFrom("session")
        .where("account", "like", `${sessionKinds.desk.accountLabel}%`)
        .where("account", "not in", hashes)
        .execute();
    },

    async endAllOfToken(token: string): Promise<void> {
      const session = await database
        .selectFrom("session")
        .select("account")
        .where("token_hash", "=", hashToken(token))
        .executeTakeFirst();
      if (session) await endAll(session.account);
    },

    endAllOfAccount: async (account: string): Promise<number> => endAll(await hashAccount(account)),
  };
}

/** `unknown`: it can't be determined now. */
export type LoginState = "open" | "ended" | "unknown";

/** @param tokens those that the owner's system refused. It manages logins itself, and has no call that ends one. */
export function createLogins(sessions: Sessions, tokens?: { isRefused(token: string): boolean }) {
  return {
    /** Doesn't call the API: with an owner's system, a login is open unless the system has just refused the token. */
    async getState(token: string): Promise<LoginState> {
      const isOpen = tokens ? !tokens.isRefused(token) : await sessions.isOpen(token);
      return isOpen ? "open" : "ended";
    },

    /** With an owner's system it does nothing. */
    async end(token: string, shouldEndAll: boolean): Promise<void> {
      if (tokens) return;
      if (shouldEndAll) await sessions.endAllOfToken(token);
      else await sessions.end(token);
    },

    canEndAllLogins: tokens === undefined,
  };
}
