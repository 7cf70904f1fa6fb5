import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Seconds that a login to the embedded API lasts. */
const sessionLifetime = 30 * 24 * 60 * 60;

export type Sessions = ReturnType<typeof createSessions>;

/** Who is logged in to the embedded API. Tokens are kept as hashes: who reads the database can't use them. */
export function createSessions(database: Kysely<Tables>, now: () => number = Date.now) {
  return {
    /** @returns a new token for the account */
    async open(account: string): Promise<string> {
      const token = randomBytes(32).toString("base64url");
      const row = { token_hash: hash(token), account, expires_at: now() + sessionLifetime * 1000 };
      await database.insertInto("session").values(row).execute();
      return token;
    },

    /** Whether a token is of a login that still lasts. */
    async isOpen(token: string): Promise<boolean> {
      const row = await database
        .selectFrom("session")
        .select("account")
        .where("token_hash", "=", hash(token))
        .where("expires_at", ">", now())
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
