import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileContent } from "../compile/compile.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { createIndexTokens, createPhrase } from "./index-tokens.ts";
import { createMeaningFinder, createMeaningToken } from "./meanings.ts";
import { getTableName, levelNames, type Part } from "./search-tables.ts";
import { tokenize } from "./terms.ts";

const folder = mkdtempSync(join(tmpdir(), "meanings-"));
let database: DatabaseSync;
beforeAll(() => {
  const file = join(folder, "content.sqlite");
  compileContent(readContentFolder("content").source, file);
  database = new DatabaseSync(file, { readOnly: true });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test("the token of a meaning finds what all of its names find, in each table of the shipped content", () => {
  const synonyms = database.prepare("SELECT written, meaning FROM synonym").all() as {
    written: string;
    meaning: number;
  }[];
  const parts = database.prepare("SELECT scope, first FROM search_part").all() as Part[];
  const tables = parts.flatMap((part) => levelNames.map((level) => getTableName(level, part)));
  let matches = 0;
  for (const table of tables) {
    const find = (expression: string) =>
      database.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).all(expression);
    for (const [meaning, names] of Map.groupBy(synonyms, (synonym) => synonym.meaning)) {
      const found = find(`"${createMeaningToken(meaning)}"`);
      expect(found).toEqual(find(names.map(({ written }) => createPhrase(tokenize(written))).join(" OR ")));
      matches += found.length;
    }
  }
  expect(matches).toBeGreaterThan(1000);
});

test("names are found as whole words, in any form, and each meaning once", () => {
  const synonyms = new DatabaseSync(":memory:");
  synonyms.exec(`
    CREATE TABLE synonym (written TEXT, meaning INTEGER);
    INSERT INTO synonym VALUES ('黄芪', 1), ('huang qi', 1), ('astragalus root', 1), ('参', 2), ('·', 3);
  `);
  const findTokens = createMeaningFinder(synonyms);
  const find = (text: string) => findTokens(createIndexTokens(tokenize(text)));
  expect(find("北黃耆与黄芪片，Huáng qí")).toEqual([createMeaningToken(1)]);
  expect(find("Astragalus roots, 人参")).toEqual([createMeaningToken(1), createMeaningToken(2)]);
  expect(find("root of astragalus; huang, qi·qi")).toEqual([createMeaningToken(1)]);
  expect(find("黄、芪; the roots of astragalus")).toEqual([]);
});
