import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { getOrCreateSecret } from "./secrets.ts";
import type { Tables } from "./tables.ts";

const secretName = "hmac";

/** Hashes a text with the database's key. @param transaction the current transaction, if there is one */
export type KeyedHash = (text: string, transaction?: Kysely<Tables>) => Promise<string>;

/**
 * Creates a hash function (HMAC) with a random key that the database stores. Values that are only compared, such as
 * senders and accounts, are stored as hashes, so that no table contains an address or an account.
 */
export function createKeyedHash(database: Kysely<Tables>): KeyedHash {
  let key: string | undefined;
  return async (text, connection = database) => {
    key ??= await getOrCreateSecret(connection, secretName);
    return createHmac("sha256", key).update(text).digest("hex");
  };
}

/** Creates the database's key if it is missing. Otherwise the first transaction that hashes would have to write it. */
export async function ensureDatabaseKey(database: Kysely<Tables>): Promise<void> {
  await getOrCreateSecret(database, secretName);
}
