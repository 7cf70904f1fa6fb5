import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import { createKeyedHash } from "./database-key.ts";
import type { Tables } from "./tables.ts";

/** Seconds in which a code can be used. */
export const codeLifetime = 10 * 60;

/** How often a code can be tried. */
const mostTries = 5;

/** Most open codes of an account. At one a minute there are no more, so that nobody's code is pushed out. */
const mostCodes = 10;

const derive = promisify<string, string, number, Buffer>(scrypt);

const hashBytes = 32;

/** What a code is compared with where there is none: takes as long, and is never right. */
const noCode = { salt: "", code_hash: "00".repeat(hashBytes) };

export type LoginCodes = ReturnType<typeof createLoginCodes>;

/**
 * Codes that prove that somebody reads what is sent to an account: 6 digits, ten minutes, five tries, used once. A code belongs
 * to the browser that asked for it: no other can use it, or use its tries up.
 */
export function createLoginCodes(database: Kysely<Tables>, now: () => number = Date.now) {
  const hash = createKeyedHash(database);
  const keyOf = async (account: string, browser: string) => ({
    account: await hash(`account ${account}`),
    browser: await hash(`browser ${browser}`),
  });

  /** Deletes what is more than an account may have, the oldest first. */
  async function bound(account: string): Promise<void> {
    const newest = database
      .selectFrom("open_code")
      .select("browser")
      .where("account", "=", account)
      .orderBy("expires_at", "desc")
      .limit(mostCodes);
    await database.deleteFrom("open_code").where("account", "=", account).where("browser", "not in", newest).execute();
  }

  return {
    /**
     * A new code; the earlier one of the same account and browser is void. Kept as a slow, salted hash.
     * @param browser whatever tells the browser that asks from others
     */
    async issue(account: string, browser: string): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const salt = randomBytes(16).toString("hex");
      const row = {
        ...{ salt, tries: 0, expires_at: now() + codeLifetime * 1000 },
        code_hash: (await derive(code, salt, hashBytes)).toString("hex"),
      };
      const key = await keyOf(account, browser);
      await database
        .insertInto("open_code")
        .values({ ...key, ...row })
        .onConflict((conflict) => conflict.columns(["account", "browser"]).doUpdateSet(row))
        .execute();
      await bound(key.account);
      return code;
    },

    /**
     * Uses a code up. Takes as long where there is none.
     * @returns whether it was the account's and this browser's, in time, and within its tries
     */
    async redeem(account: string, browser: string, code: string): Promise<boolean> {
      const key = await keyOf(account, browser);
      // Counted before it is looked at: tries that come at once are counted too.
      const row = await database
        .updateTable("open_code")
        .set((column) => ({ tries: column("tries", "+", 1) }))
        .where("account", "=", key.account)
        .where("browser", "=", key.browser)
        .where("tries", "<", mostTries)
        .where("expires_at", ">", now())
        .returning(["salt", "code_hash"])
        .executeTakeFirst();
      const { salt, code_hash: codeHash } = row ?? noCode;
      const isRight = timingSafeEqual(await derive(code, salt, hashBytes), Buffer.from(codeHash, "hex"));
      if (!row || !isRight) return false;
      const { numDeletedRows } = await database
        .deleteFrom("open_code")
        .where("account", "=", key.account)
        .where("code_hash", "=", codeHash)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    /** Deletes the codes of an account. */
    async forget(account: string): Promise<void> {
      const key = await hash(`account ${account}`);
      await database.deleteFrom("open_code").where("account", "=", key).execute();
    },
  };
}
