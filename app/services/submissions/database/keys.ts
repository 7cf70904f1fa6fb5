import { createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export const hashKeyName = "hmac";

/** Returns a random key, shared through the database. */
export async function getOrCreateSecret(database: Kysely<Tables>, name: string): Promise<string> {
  const readSecret = () => database.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirst();
  const existingSecret = await readSecret();
  if (existingSecret) return existingSecret.value;
  await database
    .insertInto("secret")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  // Reads the stored key, because another process may have inserted its own first.
  return (await readSecret())!.value;
}

/**
 * Creates a function that hashes a value with a secret key. Use it for values that are only compared, such as senders
 * and accounts, so that their tables don't reveal them.
 */
export function createKeyedHash(database: Kysely<Tables>) {
  let key: string | undefined;
  return async (text: string, connection = database): Promise<string> => {
    key ??= await getOrCreateSecret(connection, hashKeyName);
    return createHmac("sha256", key).update(text).digest("hex");
  };
}
