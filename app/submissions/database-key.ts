import { createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

const name = "hmac";

/** The keyed hash of a text; `within` a transaction, where there is one. */
export type KeyedHash = (text: string, within?: Kysely<Tables>) => Promise<string>;

/**
 * Hashes by a random key of the database: what is only compared (who sent something, which account is counted) is kept so,
 * and no table has the address or the account itself.
 */
export function createKeyedHash(database: Kysely<Tables>): KeyedHash {
  let key: string | undefined;
  return async (text, within = database) => {
    key ??= await readKey(within);
    return createHmac("sha256", key).update(text).digest("hex");
  };
}

async function readKey(database: Kysely<Tables>): Promise<string> {
  const row = await database.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}

/** Makes the database's key where there is none. */
export async function makeDatabaseKey(database: Kysely<Tables>): Promise<void> {
  await database
    .insertInto("secret")
    .values({ name, value: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
