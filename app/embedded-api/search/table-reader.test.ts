import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { partSize } from "./search-tables.ts";
import { searchSchema, SearchWriter } from "./search-writer.ts";
import { createTableReader } from "./table-reader.ts";

/** Writes items with these numbers, all with the title 黄芪. */
function createDatabase(items: readonly number[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(`CREATE TABLE item (rowid INTEGER PRIMARY KEY); ${searchSchema}`);
  const writer = new SearchWriter(database);
  const names = { titles: [], others: [], phonetic: [] };
  for (const item of items) {
    database.prepare("INSERT INTO item VALUES (?)").run(item);
    writer.addItem(item, "cn", { title: "黄芪", tags: "", summary: "", body: "", names });
  }
  writer.finish();
  return database;
}

test("items are read from all parts of the index, with a pause after each", async () => {
  const items = [1, 2, partSize - 1, partSize, 2 * partSize + 7];
  const reader = createTableReader(createDatabase(items), "title", "cn");
  let pauses = 0;
  const pause = async () => void pauses++;
  expect([...(await reader.readAll('"黄芪"', pause))]).toEqual(items);
  expect(pauses).toBe(3);
});

test("hidden items are left out", async () => {
  const reader = createTableReader(createDatabase([1, 2, 3]), "text", "cn");
  const hidden = new Uint8Array(4);
  hidden[2] = 1;
  expect([...(await reader.readAll('"黄芪"', async () => {}, hidden))]).toEqual([1, 3]);
});

test("a match is found in the last part, and none where there is none", async () => {
  const reader = createTableReader(createDatabase([partSize + 1]), "text", "cn");
  expect(await reader.hasMatch('"黄芪"', async () => {})).toBe(true);
  expect(await reader.hasMatch('"当归"', async () => {})).toBe(false);
});

test("an index without items is read", async () => {
  const reader = createTableReader(createDatabase([]), "text", "cn");
  expect([...(await reader.readAll('"黄芪"', async () => {}))]).toEqual([]);
});
