import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Seconds in which a code can be used. */
export const codeLifetime = 10 * 60;

/** How often a code can be tried. */
const mostTries = 5;

const derive = promisify<string, string, number, Buffer>(scrypt);

export type LoginCodes = ReturnType<typeof createLoginCodes>;

/** Codes that prove that somebody reads what is sent to an account: 6 digits, ten minutes, five tries, used once. */
export function createLoginCodes(database: Kysely<Tables>, now: () => number = Date.now) {
  return {
    /** A new code; the account's earlier one is void. Kept as a slow, salted hash. */
    async issue(account: string): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const salt = randomBytes(16).toString("hex");
      const row = {
        ...{ salt, tries: 0, expires_at: now() + codeLifetime * 1000 },
        code_hash: (await derive(code, salt, 32)).toString("hex"),
      };
      await database
        .insertInto("login_code")
        .values({ account, ...row })
        .onConflict((conflict) => conflict.column("account").doUpdateSet(row))
        .execute();
      return code;
    },

    /** Uses a code up. @returns whether it was the account's, in time, and within its tries */
    async redeem(account: string, code: string): Promise<boolean> {
      // Counted before it is looked at: tries that come at once are counted too.
      const row = await database
        .updateTable("login_code")
        .set((column) => ({ tries: column("tries", "+", 1) }))
        .where("account", "=", account)
        .where("tries", "<", mostTries)
        .where("expires_at", ">", now())
        .returning(["salt", "code_hash"])
        .executeTakeFirst();
      if (!row) return false;
      const isRight = timingSafeEqual(await derive(code, row.salt, 32), Buffer.from(row.code_hash, "hex"));
      if (!isRight) return false;
      const { numDeletedRows } = await database
        .deleteFrom("login_code")
        .where("account", "=", account)
        .where("code_hash", "=", row.code_hash)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}
