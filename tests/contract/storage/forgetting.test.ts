import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { normaliseContact } from "../../../app/submissions/contact.ts";
import { createDelivery } from "../../../app/submissions/delivery.ts";
import { forgetContact } from "../../../app/submissions/forget.ts";
import { createLoginCodes } from "../../../app/submissions/login-codes.ts";
import { createLoginLimits } from "../../../app/submissions/login-limits.ts";
import { createRateLimiter } from "../../../app/submissions/rate-limit.ts";
import { createRepository } from "../../../app/submissions/repository.ts";
import { createSessions } from "../../../app/submissions/sessions.ts";
import type { Tables } from "../../../app/submissions/tables.ts";
import { freshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { recordingLog } from "../../setup/recording-log.ts";

const tables = ["submission", "delivery", "session", "open_code", "rate_limit", "basket", "purge", "secret"] as const;

/** Everything that somebody leaves behind who writes, asks for codes and logs in. */
async function leaveTraces(database: Kysely<Tables>, contact: string, text: string): Promise<void> {
  const repository = createRepository(database, ["webhook"]);
  for (let n = 0; n < 20; n++) {
    const payload = { name: `name ${text}`, contact, content: `${text} `.repeat(n * 20) };
    const { id } = await repository.accept({ kind: "guestbook", payload, contact, idempotencyKey: `${text}${n}` });
    const says = { is: "later", message: `no mailbox ${contact}` } as const;
    await createDelivery(database, { webhook: async () => says }, recordingLog()).deliverNow(id);
  }
  await createLoginLimits(createRateLimiter(database)).countCode(contact, "1.2.3.4");
  await createLoginCodes(database).issue(contact, "browser");
  await createSessions(database).open(contact);
}

const everything = async (database: Kysely<Tables>) =>
  JSON.stringify(await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute())));

describe.each(storages)("%s", (storage) => {
  let fresh: FreshDatabase;
  let database: Kysely<Tables>;
  beforeEach(async () => {
    fresh = await freshDatabase(storage);
    database = await fresh.open();
  });
  afterEach(() => fresh.remove());

  test.each(["victim@example.com", "+8613812345678"])(
    "%s is forgotten in every table, and nobody else is",
    async (contact) => {
      expect(normaliseContact(contact)).toBe(contact);
      await leaveTraces(database, contact, "forgettable");
      await leaveTraces(database, "other@example.com", "memorable");
      const before = await database.selectFrom("rate_limit").selectAll().execute();
      expect(await forgetContact(database, contact)).toBe(20);
      const left = await everything(database);
      expect([left.includes(contact), left.includes("forgettable")]).toEqual([false, false]);
      for (const table of ["session", "open_code"] as const) {
        expect(await database.selectFrom(table).selectAll().execute()).toHaveLength(1);
      }
      expect(await database.selectFrom("rate_limit").selectAll().execute()).toHaveLength(before.length - 1);
      expect(await createRepository(database).list()).toHaveLength(20);
      expect(await forgetContact(database, contact)).toBe(0);
    },
  );
});

/** Whether a text is anywhere in the files of a folder. */
function isInFiles(folder: string, text: string): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
}

test("nothing of it is left in the bytes of SQLite's files, while the site has them open too", async () => {
  const fresh = await freshDatabase("SQLite");
  const folder = join(fresh.variables.DATA_DIR, "deep");
  const [site, command] = [await fresh.open(), await fresh.open()];
  await leaveTraces(site, "other@example.com", "memorable");
  await leaveTraces(site, "victim@example.com", "forgettable");
  expect([isInFiles(folder, "victim@example.com"), isInFiles(folder, "forgettable")]).toEqual([true, true]);
  await forgetContact(command, "victim@example.com");
  expect([isInFiles(folder, "victim@example.com"), isInFiles(folder, "forgettable")]).toEqual([false, false]);
  expect(isInFiles(folder, "memorable")).toBe(true);
  await fresh.remove();
});

test("what an earlier version has deleted is gone from the file once it is opened", async () => {
  const fresh = await freshDatabase("SQLite");
  const folder = join(fresh.variables.DATA_DIR, "deep");
  await leaveTraces(await fresh.open(), "victim@example.com", "forgettable");
  const earlier = new DatabaseSync(join(folder, "site.sqlite"));
  earlier.exec("PRAGMA secure_delete = OFF; PRAGMA user_version = 0; DELETE FROM delivery; DELETE FROM submission;");
  earlier.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  earlier.close();
  expect(isInFiles(folder, "forgettable")).toBe(true);
  await fresh.open();
  expect(isInFiles(folder, "forgettable")).toBe(false);
  await fresh.remove();
});
