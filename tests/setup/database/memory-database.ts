import { onTestFinished } from "vitest";
import { migrate } from "#app/services/submissions/database/migrations.ts";
import { openSqlite } from "#app/services/submissions/database/sqlite.ts";

/** Opens an empty SQLite database in memory until the end of the test. */
export async function openMemoryDatabase() {
  const database = openSqlite(":memory:");
  onTestFinished(() => database.destroy());
  await migrate(database);
  return database;
}
