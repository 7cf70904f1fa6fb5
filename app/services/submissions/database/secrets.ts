import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Returns a random key that all processes with this database share, across restarts. The first process creates it.
 */
export async function getOrCreateSecret(database: Kysely<Tables>, name: string): Promise<string> {
  const readSecret = () => database.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirst();
  const existingSecret = await readSecret();
  if (existingSecret) return existingSecret.value;
  await database
    .insertInto("secret")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  // Another process may have inserted it first.
  return (await readSecret())!.value;
}
