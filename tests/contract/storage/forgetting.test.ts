import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { normaliseContact } from "../../../app/services/submissions/contact.ts";
import { createDelivery } from "../../../app/services/submissions/outbox/delivery.ts";
import { forgetContact } from "../../../app/services/submissions/inbox/forget.ts";
import { createLoginCodes } from "../../../app/services/submissions/login/login-codes.ts";
import { createLoginLimits } from "../../../app/services/submissions/login/login-limits.ts";
import { createRateLimiter } from "../../../app/services/submissions/rate-limit.ts";
import { createRepository } from "../../../app/services/submissions/repository.ts";
import { createSessions } from "../../../app/services/submissions/login/sessions.ts";
import type { Tables } from "../../../app/services/submissions/database/tables.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { createRecordingLog } from "../../setup/recording-log.ts";

const tables = [
  ...(["submission", "submission_note", "delivery", "session", "open_code", "rate_limit"] as const),
  ...(["basket", "purge", "secret"] as const),
];

/** Creates all data that a visitor can leave: messages, codes and logins. */
async function createVisitorData(database: Kysely<Tables>, contact: string, text: string): Promise<void> {
  const repository = createRepository(database, ["webhook"]);
  for (let n = 0; n < 20; n++) {
    const payload = { name: `name ${text}`, contact, content: `${text} `.repeat(n * 20) };
    const { id } = await repository.store({ kind: "guestbook", payload, contact, idempotencyKey: `${text}${n}` });
    await repository.addNote(id, `note about ${contact}, ${text}`);
    const result = { status: "retry", message: `no mailbox ${contact}` } as const;
    await createDelivery(database, { webhook: async () => result }, createRecordingLog()).deliverNow(id);
  }
  await createLoginLimits(createRateLimiter(database)).countCode(contact, "1.2.3.4");
  await createLoginCodes(database).issue(contact, "browser");
  await createSessions(database).open(contact);
}

const dumpTables = async (database: Kysely<Tables>) =>
  JSON.stringify(await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute())));

describe.each(storages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  let database: Kysely<Tables>;
  beforeEach(async () => {
    freshStorage = await createFreshDatabase(storage);
    database = await freshStorage.open();
  });
  afterEach(() => freshStorage.remove());

  test.each(["victim@example.com", "+8613812345678"])(
    "%s is deleted from every table, and the data of others stay",
    async (contact) => {
      expect(normaliseContact(contact)).toBe(contact);
      await createVisitorData(database, contact, "forgettable");
      await createVisitorData(database, "other@example.com", "memorable");
      const limitsBefore = await database.selectFrom("rate_limit").selectAll().execute();
      expect(await forgetContact(database, contact)).toBe(20);
      const remainingRows = await dumpTables(database);
      expect([remainingRows.includes(contact), remainingRows.includes("forgettable")]).toEqual([false, false]);
      for (const table of ["session", "open_code"] as const) {
        expect(await database.selectFrom(table).selectAll().execute()).toHaveLength(1);
      }
      expect(await database.selectFrom("rate_limit").selectAll().execute()).toHaveLength(limitsBefore.length - 1);
      expect(await createRepository(database).list()).toHaveLength(20);
      expect(await forgetContact(database, contact)).toBe(0);
    },
  );
});

/** Whether any file of a folder contains a text. */
function isInFiles(folder: string, text: string): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
}

test("SQLite's files contain no deleted text, even while the site has them open", async () => {
  const freshStorage = await createFreshDatabase("SQLite");
  const folder = join(freshStorage.variables.DATA_DIR, "deep");
  const [site, command] = [await freshStorage.open(), await freshStorage.open()];
  await createVisitorData(site, "other@example.com", "memorable");
  await createVisitorData(site, "victim@example.com", "forgettable");
  expect([isInFiles(folder, "victim@example.com"), isInFiles(folder, "forgettable")]).toEqual([true, true]);
  await forgetContact(command, "victim@example.com");
  expect([isInFiles(folder, "victim@example.com"), isInFiles(folder, "forgettable")]).toEqual([false, false]);
  expect(isInFiles(folder, "memorable")).toBe(true);
  await freshStorage.remove();
});

test("texts that an earlier version deleted are gone from the file after it is opened", async () => {
  const freshStorage = await createFreshDatabase("SQLite");
  const folder = join(freshStorage.variables.DATA_DIR, "deep");
  await createVisitorData(await freshStorage.open(), "victim@example.com", "forgettable");
  const earlierDatabase = new DatabaseSync(join(folder, "site.sqlite"));
  earlierDatabase.exec(
    "PRAGMA secure_delete = OFF; PRAGMA user_version = 0; DELETE FROM delivery; DELETE FROM submission;",
  );
  earlierDatabase.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  earlierDatabase.close();
  expect(isInFiles(folder, "forgettable")).toBe(true);
  await freshStorage.open();
  expect(isInFiles(folder, "forgettable")).toBe(false);
  await freshStorage.remove();
});
