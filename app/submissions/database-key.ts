import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { sharedSecret } from "./secrets.ts";
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
    key ??= await sharedSecret(within, name);
    return createHmac("sha256", key).update(text).digest("hex");
  };
}

/** Makes the database's key where there is none, so that no transaction has to. */
export async function makeDatabaseKey(database: Kysely<Tables>): Promise<void> {
  await sharedSecret(database, name);
}
