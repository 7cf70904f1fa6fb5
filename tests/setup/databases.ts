import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { inject } from "vitest";
import { openDatabase } from "../../app/submissions/database.ts";
import { openPostgresql } from "../../app/submissions/postgresql.ts";
import type { Tables } from "../../app/submissions/tables.ts";

/** By name: the address of a fresh one; the site's own SQLite file has none. */
const addresses = {
  SQLite: async () => undefined,
  PostgreSQL: () => createDatabase(inject("postgresUrl")),
} satisfies Record<string, (folder: string) => Promise<string | undefined>>;

export const storages = Object.keys(addresses) as (keyof typeof addresses)[];

export type FreshDatabase = {
  /** Variables by which a site finds it. */
  variables: { DATA_DIR: string; DATABASE_URL?: string };
  /** Opens it as one more process would; `remove` closes what is still open. */
  open(): Promise<Kysely<Tables>>;
  remove(): Promise<void>;
};

/** A database with nothing in it, for one test. */
export async function freshDatabase(storage: (typeof storages)[number]): Promise<FreshDatabase> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "storage-"));
  const address: (folder: string) => Promise<string | undefined> = addresses[storage];
  const DATABASE_URL = await address(DATA_DIR);
  const opened: Kysely<Tables>[] = [];
  return {
    variables: { DATA_DIR, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
    async open() {
      const database = await openDatabase({ DATABASE_URL, DATA_DIR: join(DATA_DIR, "deep") });
      opened.push(database);
      return database;
    },
    async remove() {
      await Promise.all(opened.map((database) => database.destroy()));
      rmSync(DATA_DIR, { recursive: true });
      if (DATABASE_URL && storage === "PostgreSQL") await dropDatabase(inject("postgresUrl"), DATABASE_URL);
    },
  };
}

/** Makes a database with a name of its own. @returns its address */
async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function dropDatabase(server: string, url: string): Promise<void> {
  await administer(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function administer(server: string, statement: string): Promise<void> {
  const database = openPostgresql(server, 10_000);
  await sql.raw(statement).execute(database);
  await database.destroy();
}
