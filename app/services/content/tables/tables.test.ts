import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { beforeEach, expect, test, vi } from "vitest";
import { addFields } from "../../../../tests/setup/content-fields.ts";
import writeExcelFile from "write-excel-file/node";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { formatProblem } from "../checks/content-report.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { tableNames, type TableName } from "./columns.ts";
import { exportTable } from "./export-table.ts";
import { importTable } from "./import-table.ts";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { resolvePath, edit } = setUpContentCopy();
let root = "";
let folder = "";
beforeEach(() => {
  root = resolvePath("");
  folder = createTestFolder();
});

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Returns the bytes of every file of the content. */
function snapshot(): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, "latin1")]));
}

function importBytes(table: TableName, bytes: string | Uint8Array, shouldWrite = true) {
  const file = join(folder, "changed");
  writeFileSync(file, bytes);
  return importTable(table, file, root, shouldWrite);
}

/** Exports a table as CSV, and returns functions that change its cells and import it. */
async function exportCsv(table: TableName) {
  const file = join(folder, `${table}.csv`);
  rmSync(file, { force: true });
  await exportTable(table, file, root);
  const text = readFileSync(file, "utf8");
  const [head, ...rows] = parse(text, { bom: true }) as [string[], ...string[][]];
  const findColumn = (heading: string) => head.findIndex((one) => one.endsWith(` / ${heading}`));
  const findRow = (id: string) => rows.find((row) => row[0] === id)!;
  return {
    text,
    rows,
    get: (id: string, heading: string) => findRow(id)[findColumn(heading)]!,
    set: (id: string, cells: Record<string, string>) => {
      for (const [heading, cell] of Object.entries(cells)) findRow(id)[findColumn(heading)] = cell;
    },
    add: (cells: Record<string, string>) => {
      const row = head.map(() => "");
      for (const [heading, cell] of Object.entries(cells)) row[findColumn(heading)] = cell;
      rows.push(row);
    },
    import: (shouldWrite = true) => importBytes(table, stringify([head, ...rows]), shouldWrite),
  };
}

test.each(tableNames)("a table of %s that is exported and imported changes no byte", async (table) => {
  const before = snapshot();
  for (const extension of ["xlsx", "csv"]) {
    const file = join(folder, `table.${extension}`);
    const rows = await exportTable(table, file, root);
    const result = await importTable(table, file, root, true);
    expect(result).toMatchObject({ rows, changed: [], created: [], missing: 0, problems: [], isWritten: false });
  }
  expect(snapshot()).toEqual(before);
});

test("a change is one line of a file, and nothing in a dry run", async () => {
  addFields(join(root, "product/huang-qi/index.cn.md"), "# Ask first.");
  const table = await exportCsv("product");
  const before = snapshot();
  const sku = table.get("huang-qi", "sku");
  table.set("huang-qi", { sku: `${sku}-B` });
  const dryRun = await table.import(false);
  const fields = [{ column: "货号 / sku", before: sku, after: `${sku}-B` }];
  expect(dryRun.changed).toEqual([{ line: expect.any(Number), id: "huang-qi", title: "黄芪", fields }]);
  expect([dryRun.isWritten, snapshot()]).toEqual([false, before]);
  expect((await table.import()).isWritten).toBe(true);
  const file = "product/huang-qi/index.cn.md";
  expect(snapshot()).toEqual({ ...before, [file]: before[file]!.replace(`sku: ${sku}`, `sku: ${sku}-B`) });
});

test("cells of each format are read", async () => {
  const table = await exportCsv("prescription");
  const id = table.rows[0]![0]!;
  const before = read(`prescription/${id}/index.cn.md`);
  table.set(id, {
    ingredients: table.get(id, "ingredients").replace(/\d+/, "12.5"),
    updated: "2026-03-06",
    from: "2027-01-04T09:00:00+08:00",
    draft: "TRUE",
    related: "product/huang-qi\nproduct/gan-cao",
    "tags (cn)": "甲\n乙, 丙",
    "attachments (cn)": "说明 | https://example.com/a.pdf",
  });
  expect(await table.import()).toMatchObject({ isWritten: true, problems: [] });
  const after = read(`prescription/${id}/index.cn.md`);
  expect(after.split("\n").filter((line) => !before.includes(line))).toEqual([
    'tags: [甲, "乙, 丙"]',
    "updated: 2026-03-06",
    "related: [product/huang-qi, product/gan-cao]",
    expect.stringMatching(/^ {2}- \{ herb: [a-z-]+, dose: 12\.5, role: monarch \}$/),
    "draft: true",
    "from: 2027-01-04T09:00:00+08:00",
    "attachments:",
    "  - title: 说明",
    "    url: https://example.com/a.pdf",
  ]);
  expect((await exportCsv("prescription")).get(id, "tags (cn)")).toBe("甲\n乙, 丙");
});

test("an empty cell removes a field, and a mistake names row, column and what is allowed; nothing is written then", async () => {
  const table = await exportCsv("product");
  table.set("huang-qi", { related: "" });
  expect((await table.import()).isWritten).toBe(true);
  expect(read("product/huang-qi/index.cn.md")).not.toContain("related:");
  rmSync(join(root, "news"), { recursive: true });
  const before = snapshot();
  const again = await exportCsv("product");
  again.set("huang-qi", { sku: "" });
  again.set("gan-cao", { category: "pieces/rots", "specifications (cn)": "产地" });
  again.set("bai-zhu", { date: "2026/3/5" });
  again.add({ id: "../x" });
  again.rows.push([...again.rows[0]!]);
  const { isWritten, problems } = await again.import();
  const line = (id: string) => again.rows.findIndex((row) => row[0] === id) + 2;
  const inTable = problems.filter(({ file }) => file.endsWith("changed"));
  expect(new Set(inTable.map((problem) => `${problem.line} ${problem.field}`))).toEqual(
    new Set([
      `${line("gan-cao")} 规格 / specifications (cn) (specs[0].value)`,
      `${line("gan-cao")} 分类 / category`,
      `${line("bai-zhu")} 日期 / date`,
      `${line("huang-qi")} 货号 / sku`,
      `${again.rows.length} 网址名 / id`,
      `2 网址名 / id`,
    ]),
  );
  const texts = problems.map((problem) => formatProblem(problem, "cn"));
  expect(texts.join("\n")).toContain("categories/product.yaml 中没有栏目 pieces/rots");
  expect(texts.join("\n")).toContain("service/analytical-testing/index.cn.md:21");
  expect([isWritten, snapshot()]).toEqual([false, before]);
});

test("a row with another version, or without one, is refused, and nothing is written", async () => {
  const table = await exportCsv("product");
  edit("product/huang-qi/index.cn.md", /^sku: .*$/m, "sku: COLLEAGUE-1");
  const before = snapshot();
  table.set("huang-qi", { sku: "MINE-1" });
  table.set("gan-cao", { sku: "MINE-2" });
  table.set("dang-gui", { sku: "MINE-3", "version (do not change)": "" });
  table.set("bai-zhu", { id: "gone" });
  const { problems, isWritten } = await table.import();
  expect(problems.map((problem) => formatProblem(problem, "en").replace(/^.*changed:\d+ {2}/, "")).sort()).toEqual([
    expect.stringContaining("dang-gui already exists, and the row has no version"),
    expect.stringContaining("huang-qi has been changed since the export: export the table again"),
    expect.stringContaining("there is no gone any more"),
  ]);
  expect([isWritten, snapshot()]).toEqual([false, before]);
});

test("a new row is a new item with the languages that it has", async () => {
  const table = await exportCsv("product");
  const facts = { id: "new-root", sku: "N-1", category: "pieces/roots", date: "2026-11-20", plate: "huang-qi" };
  const words = {
    "title (cn)": "新根",
    "summary (cn)": "摘要。",
    "packaging (cn)": "袋",
    "minimum order (cn)": "1 kg",
  };
  table.add({ ...facts, ...words, "specifications (cn)": "产地 | 甘肃\n部位 | 根", "text (cn)": "## 正文" });
  expect(await table.import()).toMatchObject({ isWritten: true, created: [{ id: "new-root", title: "新根" }] });
  expect(read("product/new-root/index.cn.md")).toMatch(
    /^---\ntitle: 新根\ncat: pieces\/roots\ndate: 2026-11-20\nplate: huang-qi\nsku: N-1\nsummary: 摘要。\n/,
  );
  expect(read("product/new-root/index.cn.md")).toContain("  - label: 产地\n    value: 甘肃\n");
  expect(read("product/new-root/index.cn.md")).toMatch(/\n---\n\n## 正文\n$/);
  expect(readContentFolder(root).problems).toEqual([]);
  expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a herb is changed and added in a file of its own", async () => {
  const table = await exportCsv("herb");
  table.set("huang-qi", { aliases: "北芪\nyellow leader" });
  const row = table.rows[0]!.map(() => "");
  table.rows.push(row);
  Object.assign(row, ["new-herb", "新药", "New herb", "Radix Nova", "Nova", "root"]);
  expect(await table.import()).toMatchObject({ isWritten: true, problems: [] });
  expect(read("herbs/huang-qi.yaml")).toContain("aliases: [北芪, yellow leader]\n");
  expect(read("herbs/new-herb.yaml")).toBe(
    "names:\n  cn: 新药\n  en: New herb\nlatin: Radix Nova\nspecies: Nova\npart: root\n",
  );
});

test("the line endings of a file stay", async () => {
  const file = join(root, "product/huang-qi/index.en.md");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
  const before = read("product/huang-qi/index.en.md");
  const table = await exportCsv("product");
  const title = table.get("huang-qi", "title (en)");
  table.set("huang-qi", { "title (en)": "Renamed", "text (en)": `${table.get("huang-qi", "text (en)")}\n\nMore.` });
  expect((await table.import()).isWritten).toBe(true);
  expect(read("product/huang-qi/index.en.md")).toBe(
    `${before.trimEnd()}\r\n\r\nMore.\r\n`.replace(`title: ${title}`, "title: Renamed"),
  );
});

test("CSV is guarded against formulas, and is read in the encodings and with the separators of Excel", async () => {
  edit("product/huang-qi/index.cn.md", /^title: .*$/m, 'title: "=HYPERLINK(1)"');
  const { text } = await exportCsv("product");
  expect([text.startsWith("\uFEFF"), text.includes(",'=HYPERLINK(1),"), text.includes("\r\n")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await importBytes("product", text)).toMatchObject({ problems: [], changed: [] });
  const tabs = stringify(parse(text, { bom: true }) as string[][], { delimiter: "\t" });
  const utf16 = Buffer.from(`\uFEFF${tabs}`, "utf16le");
  expect(await importBytes("product", utf16)).toMatchObject({ missing: 0, problems: [], changed: [] });
  const gb18030 = Buffer.concat([Buffer.from("cdf8d6b7c3fb2cbbf5bac5", "hex"), Buffer.from("\nhuang-qi,NEW-1\n")]);
  expect((await importBytes("product", gb18030)).changed).toMatchObject([{ fields: [{ after: "NEW-1" }] }]);
});

test("days and numbers of an Excel file are read as it shows them", async () => {
  const day = { value: new Date("2026-03-05T00:00:00Z"), format: "yyyy-mm-dd" };
  const data = [
    [{ value: "id" }, { value: "sku" }, { value: "date" }],
    [{ value: "new-root" }, { value: 123 }, day],
  ];
  const { created, problems } = await importBytes("product", await writeExcelFile(data).toBuffer(), false);
  expect(created).toEqual([{ line: 2, id: "new-root", title: "" }]);
  expect(problems.map(({ field }) => field)).not.toContainEqual(expect.stringMatching(/date|sku/));
});

test.each([
  ["no table", "just text\nmore", /has no column “网址名 \/ id”/],
  ["two columns of one name", "id,sku,货号\nx,1,2\n", /“货号” is not known here, or is in the table twice/],
  ["an unknown column", "id,price\nx,1\n", /“price” is not known here/],
  ["a row that is too long", "id,sku\nx,1,2\n", /can't be read: Invalid Record Length/],
  ["an empty file", "", /has no rows below its headings/],
])("%s is refused in a sentence", async (_what, text, sentence) => {
  await expect(importBytes("product", text)).rejects.toThrow(sentence);
});
