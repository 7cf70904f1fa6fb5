import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql, type Kysely } from "kysely";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getOrCreateSecret } from "#app/services/submissions/database/keys.ts";
import { migrate } from "#app/services/submissions/database/migrations.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { forgetContact } from "#app/services/submissions/inbox/forget.ts";
import { listMissedSearches } from "#app/services/submissions/inbox/missed-searches.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { createBaskets } from "#app/services/submissions/orders/basket.ts";
import { createDelivery, type Destination } from "#app/services/submissions/outbox/delivery.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import formerRelease from "#tests/fixtures/former-release.json" with { type: "json" };
import { createFreshDatabase, databaseEngines, type FreshDatabase } from "#tests/setup/database/databases.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { runProgram } from "#tests/setup/programs/run-script.ts";

const firstRelease = readFileSync("tests/fixtures/first-release.sql", "utf8");

async function readVersions(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Describes the columns of all tables, sorted, because the order depends on how tables were created. */
async function describeTables(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables();
  return tables
    .flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name} ${column.dataType} ${column.isNullable ? "null" : "not null"}`),
    )
    .sort();
}

describe.each(databaseEngines)("on %s", (storage) => {
  let freshDatabase: FreshDatabase;
  beforeEach(async () => {
    freshDatabase = await createFreshDatabase(storage);
  });
  afterEach(() => freshDatabase.remove());

  async function createFirstRelease(rows = ""): Promise<void> {
    const { DATABASE_URL, DATA_DIR } = freshDatabase.variables;
    if (DATABASE_URL) {
      const client = new Client({ connectionString: DATABASE_URL });
      await client.connect();
      await client.query(firstRelease + rows);
      await client.end();
    } else {
      mkdirSync(join(DATA_DIR, "deep"));
      const file = new DatabaseSync(join(DATA_DIR, "deep", "site.sqlite"));
      file.exec(firstRelease + rows);
      file.close();
    }
  }

  test("a migrated database of the first release keeps all data, and has the tables of a new database", async () => {
    const newDatabase = await createFreshDatabase(storage);
    const newTables = await describeTables(await newDatabase.open());
    await newDatabase.remove();
    await createFirstRelease();
    const database = await freshDatabase.open();
    // Leaves out `cdn_purge`, which a new database lacks because purges of a CDN are no longer stored.
    const tables = (await describeTables(database)).filter((column) => !column.startsWith("cdn_purge."));
    expect(tables).toEqual(newTables);
    expect(await readVersions(database)).toEqual(formerRelease.migrations);

    const inbox = createRepository(database);
    const submissions = await inbox.list();
    expect(submissions.map(({ payload }) => payload["name"]).toSorted()).toEqual(["Ada", "王伟"]);
    expect((await inbox.list({ isDone: true }))[0]!.notes).toMatchObject([{ text: "Called back." }]);
    // Rows of earlier versions have no text for searches, but must be found.
    for (const [text, name] of [
      ["你好", "王伟"],
      ["138 1234 5678", "王伟"],
      ["ASTRAGALUS back.", "Ada"],
    ])
      expect((await inbox.list({ text: text! })).map(({ payload }) => payload["name"])).toEqual([name]);
    expect(await inbox.retry(submissions[0]!.id)).toBe(true);
    const { id } = await database.selectFrom("basket").select("id").executeTakeFirstOrThrow();
    const baskets = createBaskets(database, () => 1_763_800_000_000);
    expect((await baskets.open(id)).items).toEqual([{ id: "huang-qi", quantity: 2 }]);
    expect(await listMissedSearches(database)).toMatchObject([{ word: "雪莲", count: 3 }]);
    // A contact's logins and codes are found only with the database's key, so this checks that the key was kept.
    expect((await forgetContact(database, "ada@example.com")).count).toBe(1);
    for (const table of ["session", "open_code"] as const) {
      expect(await database.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test("the previous release can start on the tables: they have all its columns, and their other columns are optional", async () => {
    const database = await freshDatabase.open();
    // The previous release refuses unknown migrations, so there may be no others.
    expect(await readVersions(database)).toEqual(formerRelease.migrations);
    const tables = await database.introspection.getTables();
    for (const [name, known] of Object.entries(formerRelease.tables)) {
      const columns = tables.find((table) => table.name === name)?.columns ?? [];
      expect(columns.map((column) => column.name)).toEqual(expect.arrayContaining(known.split(" ")));
      const unknownColumns = columns.filter((column) => !known.split(" ").includes(column.name));
      expect(unknownColumns.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)).toEqual([]);
    }
  });

  test("visitors' logins survive the migration, but the desk's logins end, because the first release stores no kind of login", async () => {
    const times = `${Date.now() + 3_600_000}, ${Date.now()}`;
    const visitorHash = createHash("sha256").update("v".repeat(43)).digest("hex");
    const deskHash = createHash("sha256")
      .update(`desk browser ${"d".repeat(43)}`)
      .digest("hex");
    await createFirstRelease(
      `insert into session (token_hash, account, expires_at, used_at) values ('${visitorHash}', 'abc', ${times}), ('${deskHash}', 'desk abc', ${times});`,
    );
    const database = await freshDatabase.open();
    expect(await createSessions(database).isOpen("v".repeat(43))).toBe(true);
    const rows = await database.selectFrom("session").select(["token_hash", "kind"]).execute();
    expect(rows.find((row) => row.token_hash === visitorHash)?.kind).toBe("visitor");
    expect(rows.some((row) => row.token_hash === deskHash)).toBe(false);
  });

  test("a database of a newer program is refused with a message for the operator, and isn't changed", async () => {
    const database = await freshDatabase.open();
    await sql`insert into kysely_migration (name, timestamp) values ('0999-of-tomorrow', '2027-01-01')`.execute(
      database,
    );
    const tablesBefore = await describeTables(database);
    await expect(freshDatabase.open()).rejects.toThrow(
      /^(DATA_DIR=\S+: site\.sqlite|DATABASE_URL: PostgreSQL at [\w.:/]+) can't be used: a newer version of the program has changed its tables \(0999-of-tomorrow\)\. Start that version, or restore a backup that was made before the update$/,
    );
    expect(await describeTables(database)).toEqual(tablesBefore);
  });

  test("additive migrations are listed in a separate table, and those of a newer program don't prevent the start", async () => {
    const database = await freshDatabase.open();
    const addition = { name: "0999-of-tomorrow", timestamp: "2027-01-01" };
    const readAdditions = async () =>
      (await sql<{ name: string }>`select name from kysely_addition order by name`.execute(database)).rows.map(
        ({ name }) => name,
      );
    const currentAdditions = ["0001-uncertain-deliveries", "0002-search-texts", "0003-release-nodes"];
    expect(await readAdditions()).toEqual(currentAdditions);
    await sql`insert into kysely_addition (name, timestamp) values (${addition.name}, ${addition.timestamp})`.execute(
      database,
    );
    const tablesBefore = await describeTables(database);
    await freshDatabase.open();
    expect(await describeTables(database)).toEqual(tablesBefore);
    expect(await readAdditions()).toEqual([...currentAdditions, addition.name]);
  });

  test("an uncertain delivery is stored so that earlier versions read it as refused", async () => {
    const database = await freshDatabase.open();
    const repository = createRepository(database, ["mail"]);
    const { id } = await repository.store({ kind: "guestbook", payload: {}, contact: "x", idempotencyKey: "k" });
    const mail: Destination = async ({ expectResponse }) => {
      await expectResponse(1000);
      return { status: "uncertain", message: "no answer" };
    };
    const { deliverNow } = createDelivery(database, { mail }, createRecordingLog());
    await deliverNow(id);
    const row = await database.selectFrom("delivery").select(["status", "message"]).executeTakeFirstOrThrow();
    expect(row).toEqual({ status: "refused", message: "no answer" });
    expect((await repository.find(id))!.status).toBe("uncertain");
    // An earlier version sets the delivery to pending, and then delivers it.
    await database.updateTable("delivery").set({ status: "pending" }).execute();
    expect((await repository.find(id))!.status).toBe("pending");
    await deliverNow(id);
    await database.updateTable("delivery").set({ status: "delivered" }).execute();
    expect((await repository.find(id))!.status).toBe("delivered");
  });

  test("a migration that fails changes nothing, and can run again", async () => {
    const database = await freshDatabase.open();
    const tablesBefore = await describeTables(database);
    const names = await readVersions(database);
    const knownMigrations = Object.fromEntries(names.map((name) => [name, { up: async () => {} }]));
    const create = async ({ schema }: Kysely<unknown>) =>
      schema.createTable("extra").addColumn("id", "integer").execute();
    const fail = async (transaction: Kysely<unknown>) => {
      await create(transaction);
      throw new Error("the power went");
    };
    const migration = migrate(database, { ...knownMigrations, "0999-next": { up: fail } });
    await expect(migration).rejects.toThrow("the power went");
    expect(await describeTables(database)).toEqual(tablesBefore);
    expect(await readVersions(database)).toEqual(names);
    for (let time = 0; time < 2; time++) await migrate(database, { ...knownMigrations, "0999-next": { up: create } });
    expect(await readVersions(database)).toEqual([...names, "0999-next"]);
  });

  test("processes that start at the same time create the tables once, and share a random key", async () => {
    const script = `import { openDatabase } from "./app/services/submissions/database/database.ts";
      const database = await openDatabase({ DATA_DIR: process.env.DATA_DIR, DATABASE_URL: process.env.DATABASE_URL || undefined });
      console.log((await database.selectFrom("secret").select("value").execute()).map(({ value }) => value).join());
      await database.destroy();`;
    const { DATA_DIR, DATABASE_URL = "" } = freshDatabase.variables;
    const env = { ...process.env, DATA_DIR: join(DATA_DIR, "deep"), DATABASE_URL };
    const command = [process.execPath, "--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script];
    const results = await Promise.all(Array.from({ length: 4 }, () => runProgram(command, { env })));
    const outputs = results.map(({ stdout, stderr }) => stdout.trim() + stderr);
    expect(new Set(outputs).size).toBe(1);
    expect(outputs[0]).toMatch(/^[\w-]{43}$/);
    const database = await freshDatabase.open();
    const otherKeys = await Promise.all([getOrCreateSecret(database, "a"), getOrCreateSecret(database, "a")]);
    expect(otherKeys[0]).toBe(otherKeys[1]);
    expect(otherKeys[0]).not.toBe(outputs[0]);
  });
});

test("the previous release's `site-admin` finds all scripts that it runs after it has installed this code", () => {
  expect(formerRelease.scripts.filter((name) => !existsSync(`scripts/${name}.ts`))).toEqual([]);
});
