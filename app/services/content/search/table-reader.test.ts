import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { maxPartItems, type Part } from "./search-tables.ts";
import { searchSchema, SearchWriter } from "./search-writer.ts";
import { createTableReader } from "./table-reader.ts";

const category = "roots";
const noPause = async () => {};

/** Writes items with the numbers 1, 3, 5 and so on, all with the title 黄芪. Those divisible by five are in the category. */
function createReader(count: number, { hidden = [] as number[], ofCategory = false } = {}) {
  const database = new DatabaseSync(":memory:");
  database.exec(`
    ${searchSchema}
    CREATE TEMP TABLE hidden (item INTEGER PRIMARY KEY);
    CREATE TABLE item (rowid INTEGER PRIMARY KEY, cat TEXT, title_place INTEGER);
  `);
  const writer = new SearchWriter(database);
  const names = { titles: [], others: [], phonetic: [] };
  const addItem = database.prepare("INSERT INTO item VALUES (?, ?, ?)");
  const texts = { title: "黄芪", tags: "", summary: "", body: "", names };
  writer.addItems(
    "product",
    "cn",
    listItems(count).map((item) => ({ item, texts })),
  );
  for (const item of listItems(count)) {
    // The titles are in the opposite order.
    addItem.run(item, item % 5 === 0 ? "roots/dried" : "", 2 * count - item);
  }
  writer.finish();
  for (const item of hidden) database.prepare("INSERT INTO hidden VALUES (?)").run(item);
  const parts = database.prepare("SELECT scope, first FROM search_part ORDER BY first").all() as Part[];
  return createTableReader(database, "text", parts, {
    hasHidden: hidden.length > 0,
    category: ofCategory ? category : undefined,
  });
}

function listItems(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 2 * index + 1);
}

async function readAll(items: AsyncIterable<number>): Promise<number[]> {
  const list: number[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test("items are read from all parts, with a pause after each statement", async () => {
  const count = maxPartItems + 3;
  const reader = createReader(count);
  let pauses = 0;
  const pause = async () => void pauses++;
  expect(await readAll(reader.read('"黄芪"', pause))).toEqual(listItems(count));
  expect(pauses).toBeGreaterThan(2);
  pauses = 0;
  expect([await reader.count('"黄芪"', pause), pauses]).toEqual([count, 2]);
});

test("only as many items are read as are asked for", async () => {
  let pauses = 0;
  const items = createReader(2000).read('"黄芪"', async () => void pauses++);
  for (let count = 0; count < 10; count++) await items.next();
  await items.return(undefined);
  expect(pauses).toBe(0);
});

test("hidden items and those of other categories are left out", async () => {
  const reader = createReader(10, { hidden: [5], ofCategory: true });
  expect(await readAll(reader.read('"黄芪"', noPause))).toEqual([15]);
  expect(await reader.count('"黄芪"', noPause)).toBe(1);
});

test("the items that match are counted among others", async () => {
  const reader = createReader(10);
  expect(await reader.countAmong([1, 2, 3, 19], '"黄芪"', noPause)).toBe(3);
  expect(await reader.countAmong([1, 2, 3, 19], '"当归"', noPause)).toBe(0);
});

test("the first items by title are read, without hidden ones", async () => {
  const items = await createReader(10, { hidden: [19] }).readByTitle('"黄芪"', 2, noPause);
  expect(items).toEqual([
    { item: 17, place: 3 },
    { item: 15, place: 5 },
  ]);
});

test("a match is found, and none where there is none", async () => {
  const reader = createReader(1);
  expect([await reader.hasMatch('"黄芪"', noPause), await reader.hasMatch('"当归"', noPause)]).toEqual([true, false]);
});

test("an index without items is read", async () => {
  expect(await readAll(createReader(0).read('"黄芪"', noPause))).toEqual([]);
});
