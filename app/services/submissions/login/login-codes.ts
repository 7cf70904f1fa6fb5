import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import { createKeyedHash } from "#app/services/submissions/database/keys.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { toTime } from "#app/services/submissions/database/time.ts";

export const codeLifetimeSeconds = 10 * 60;
const maxAttempts = 5;
const scryptAsync = promisify<string, string, number, Buffer>(scrypt);
const hashBytes = 32;

/** Stands in for a missing code, so that the response takes the same time. */
const dummyCode = { salt: "", code_hash: "00".repeat(hashBytes) };

export type LoginCodes = ReturnType<typeof createLoginCodes>;

const createDigits = () => String(randomInt(1_000_000)).padStart(6, "0");

/** A code is valid for ten minutes and five attempts. Other browsers can neither use it nor use up its attempts. */
export function createLoginCodes(
  database: Kysely<Tables>,
  now: () => number = Date.now,
  createCode: () => string = createDigits,
) {
  const hash = createKeyedHash(database);
  const hashAccountAndBrowser = async (account: string, browser: string) => ({
    account: await hash(`account ${account}`),
    browser: await hash(`browser ${browser}`),
  });
  const deleteCodes = (account: string) => database.deleteFrom("open_code").where("account", "=", account);

  return {
    /**
     * Issues a code, which replaces the previous one of this account and browser. Only a slow, salted hash is stored.
     */
    async issue(account: string, browser: string): Promise<string> {
      const code = createCode();
      const salt = randomBytes(16).toString("hex");
      const row = {
        salt,
        tries: 0,
        expires_at: toTime(now() + codeLifetimeSeconds * 1000),
        code_hash: (await scryptAsync(code, salt, hashBytes)).toString("hex"),
      };
      const key = await hashAccountAndBrowser(account, browser);
      await database
        .insertInto("open_code")
        .values({ ...key, ...row })
        .onConflict((conflict) => conflict.columns(["account", "browser"]).doUpdateSet(row))
        .execute();
      return code;
    },

    /** Redeems and deletes a valid code. Takes the same time without one, so that the time reveals nothing. */
    async redeem(account: string, browser: string, code: string): Promise<boolean> {
      const key = await hashAccountAndBrowser(account, browser);
      // Counts the attempt before the comparison, so that concurrent attempts can't exceed the limit.
      const row = await database
        .updateTable("open_code")
        .set((column) => ({ tries: column("tries", "+", 1) }))
        .where("account", "=", key.account)
        .where("browser", "=", key.browser)
        .where("tries", "<", maxAttempts)
        .where("expires_at", ">", toTime(now()))
        .returning(["salt", "code_hash"])
        .executeTakeFirst();
      const { salt, code_hash: codeHash } = row ?? dummyCode;
      const isMatch = timingSafeEqual(await scryptAsync(code, salt, hashBytes), Buffer.from(codeHash, "hex"));
      if (!row || !isMatch) return false;
      const { numDeletedRows } = await deleteCodes(key.account).where("code_hash", "=", codeHash).executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async forget(account: string): Promise<void> {
      await deleteCodes(await hash(`account ${account}`)).execute();
    },
  };
}
