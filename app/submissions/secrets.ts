import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * A random key of the site's own, made by the first process that asks for it: the same for all that share the database, and
 * after a restart.
 */
export async function sharedSecret(database: Kysely<Tables>, name: string): Promise<string> {
  const read = () => database.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  await database
    .insertInto("secret")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  // Another process may have been first.
  return (await read())!.value;
}
