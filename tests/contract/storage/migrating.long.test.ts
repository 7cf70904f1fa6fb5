import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../../app/services/submissions/database/migrations.ts";
import { createRepository } from "../../../app/services/submissions/repository.ts";
import type { Tables } from "../../../app/services/submissions/database/tables.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { createEarlierDatabase, earlierRows } from "../../setup/earlier-schemas.ts";

const schemas = Object.keys(earlierRows);

async function readVersions(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Describes all tables with their columns, in an order that is the same for each way to create them. */
async function describeTables(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables();
  return tables
    .flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name} ${column.dataType} ${column.isNullable ? "null" : "not null"}`),
    )
    .sort();
}

/** Storages that earlier programs could use. Any other storage has no earlier tables. */
const earlierStorages = storages.filter((storage) => storage === "SQLite" || storage === "PostgreSQL");

describe.each(earlierStorages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  let place: { DATABASE_URL?: string; DATA_DIR: string };
  beforeEach(async () => {
    freshStorage = await createFreshDatabase(storage);
    const { variables } = freshStorage;
    place = { ...variables, DATA_DIR: join(variables.DATA_DIR, "deep") };
  });
  afterEach(() => freshStorage.remove());

  test.each(schemas)("all data of the schema %s are found", async (schema) => {
    await createEarlierDatabase(place, schema);
    const database = await freshStorage.open();
    const expected = earlierRows[schema]!;
    const inbox = createRepository(database);
    const submissions = await inbox.list();
    expect(submissions.map(({ payload }) => JSON.stringify(payload)).toSorted()).toEqual(
      expected["submission"]!.map(({ payload }) => payload).toSorted(),
    );
    expect(submissions.filter(({ doneAt }) => doneAt)).toHaveLength(15);
    const deliveries = await database.selectFrom("delivery").selectAll().execute();
    expect(deliveries.map(({ status }) => status).filter((status) => status === "pending")).toHaveLength(15);
    expect(deliveries).toHaveLength(30);
    // Deliveries that an earlier program stopped retrying are due again.
    expect(deliveries.filter(({ next_attempt_at }) => next_attempt_at === 0)).toHaveLength(7);
    expect((await inbox.find("REF00002"))!.messages).toEqual(["mail: no mailbox"]);
    // Keys with addresses are deleted, and so are logins with accounts.
    expect(await database.selectFrom("rate_limit").selectAll().execute()).toEqual([expected["rate_limit"]![1]]);
    const unchangedTables = [
      "basket",
      "purge",
      "submission_note",
      "missed_search",
      "release",
      "current_release",
    ] as const;
    for (const table of [...unchangedTables, "release_file", "cdn_purge", "readiness"] as const) {
      expect(await database.selectFrom(table).selectAll().execute()).toEqual(expected[table] ?? []);
    }
    const { length: sessions } = await database.selectFrom("session").selectAll().execute();
    expect(sessions).toBe(schema === "before-versions" ? 1 : 0);
    const [part] = await database.selectFrom("release_part").select("bytes").execute();
    if (schema === "before-versions") expect([...part!.bytes]).toEqual([0, 255, 1]);
    const [key] = await database.selectFrom("secret").selectAll().execute();
    if (expected["secret"]) expect(key).toEqual(expected["secret"][0]);
  });

  test.each(schemas)("the tables of the schema %s become those of a new database", async (schema) => {
    const newStorage = await createFreshDatabase(storage);
    const newTables = await describeTables(await newStorage.open());
    await newStorage.remove();
    await createEarlierDatabase(place, schema);
    const database = await freshStorage.open();
    expect(await describeTables(database)).toEqual(newTables);
    expect(await readVersions(database)).toEqual(["0001-tables-before-versions"]);
  });

  test("a database of a newer program is refused with a message for the operator, and isn't changed", async () => {
    await createEarlierDatabase(place, "before-versions");
    const database = await freshStorage.open();
    await sql`insert into kysely_migration (name, timestamp) values ('0999-of-tomorrow', '2027-01-01')`.execute(
      database,
    );
    const tablesBefore = await describeTables(database);
    await expect(freshStorage.open()).rejects.toThrow(
      /^(DATA_DIR=\S+: site\.sqlite|DATABASE_URL: PostgreSQL at [\w.:/]+) can't be used: a newer version of the program has changed its tables \(0999-of-tomorrow\)\. Start that version, or restore a backup that was made before the update$/,
    );
    expect(await describeTables(database)).toEqual(tablesBefore);
    expect(await createRepository(database).list()).toHaveLength(30);
  });

  test("processes that start at once on a database of the first schema take turns", async () => {
    await createEarlierDatabase(place, "first");
    const env = { ...process.env, ...place };
    const args = ["--disable-warning=ExperimentalWarning", "scripts/inbox.ts", "list", "--all", "--json"];
    const outputs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
        const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
        return { count: errors === "" ? (JSON.parse(output) as unknown[]).length : 0, errors };
      }),
    );
    expect(outputs).toEqual(Array.from({ length: 4 }, () => ({ count: 30, errors: "" })));
    expect(await readVersions(await freshStorage.open())).toEqual(["0001-tables-before-versions"]);
  });
});

test.each(storages)("%s: a migration that fails changes nothing, and can run again", async (storage) => {
  const freshStorage = await createFreshDatabase(storage);
  const database = await freshStorage.open();
  const tablesBefore = await describeTables(database);
  const failingMigration = async (transaction: Kysely<unknown>) => {
    await transaction.schema.createTable("extra").addColumn("id", "integer").execute();
    throw new Error("the power went");
  };
  const knownMigrations = { "0001-tables-before-versions": { up: async () => {} } };
  await expect(migrate(database, { ...knownMigrations, "0002-next": { up: failingMigration } })).rejects.toThrow(
    "the power went",
  );
  expect([await describeTables(database), await readVersions(database)]).toEqual([
    tablesBefore,
    Object.keys(knownMigrations),
  ]);
  const create = async (transaction: Kysely<unknown>) => {
    await transaction.schema.createTable("extra").addColumn("id", "integer").execute();
  };
  for (let time = 0; time < 2; time++) await migrate(database, { ...knownMigrations, "0002-next": { up: create } });
  expect(await readVersions(database)).toEqual([...Object.keys(knownMigrations), "0002-next"]);
  await freshStorage.remove();
});
