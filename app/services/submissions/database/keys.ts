import { createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Hashes a text with the database's key. @param transaction the current transaction, if there is one */
export type KeyedHash = (text: string, transaction?: Kysely<Tables>) => Promise<string>;

/** Name of the key of `createKeyedHash`. */
const hashKeyName = "hmac";

/**
 * Returns a random key that all processes with this database share, across restarts. The first process creates it.
 */
export async function getOrCreateSecret(database: Kysely<Tables>, name: string): Promise<string> {
  const existingSecret = await readSecret(database, name);
  if (existingSecret !== undefined) return existingSecret;
  await database
    .insertInto("secret")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  // Another process may have inserted it first.
  return (await readSecret(database, name))!;
}

async function readSecret(database: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await database.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/**
 * Creates a hash function (HMAC) with a random key that the database stores. Values that are only compared, such as
 * senders and accounts, are stored as hashes, so that no table contains an address or an account.
 */
export function createKeyedHash(database: Kysely<Tables>): KeyedHash {
  let key: string | undefined;
  return async (text, connection = database) => {
    key ??= await getHashKey(connection);
    return createHmac("sha256", key).update(text).digest("hex");
  };
}

/** Returns the key of `createKeyedHash`, and creates it if it is missing. */
export function getHashKey(database: Kysely<Tables>): Promise<string> {
  return getOrCreateSecret(database, hashKeyName);
}
