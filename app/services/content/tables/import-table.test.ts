import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { setUpTableImport } from "../../../../tests/setup/table-import.ts";
import { csv } from "../../../../tests/setup/product-table.ts";
import { readContentFolder } from "../files/content-folder.ts";
import { getBody } from "./text-file.ts";

const { inFolder, inContent, save, run, read, snapshot, exported } = setUpTableImport();

/** Lists the files whose text differs between two snapshots. */
function listChangedFiles(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((file) => before[file] !== after[file]);
}

describe("an update", () => {
  test("writes only the changed fields, and nothing in a dry run", async () => {
    const file = inContent("product/huang-qi/item.yaml");
    writeFileSync(file, `# Ask the workshop before you change this.\n${readFileSync(file, "utf8")}`);
    const table = await exported("product");
    const before = snapshot();
    const sku = table.get("huang-qi", "sku");
    const title = table.get("huang-qi", "title (en)");
    table.set("huang-qi", "sku", `${sku}-B`);
    table.set("huang-qi", "title (en)", "Renamed astragalus");
    const dryRun = await table.import();
    expect(dryRun.changed).toEqual([
      {
        line: expect.any(Number),
        id: "huang-qi",
        title: table.get("huang-qi", "title (cn)"),
        fields: [
          { column: "英文名称 / title (en)", before: title, after: "Renamed astragalus" },
          { column: "货号 / sku", before: sku, after: `${sku}-B` },
        ],
      },
    ]);
    expect([dryRun.created, dryRun.leftOut, dryRun.problems, dryRun.contentProblems]).toEqual([[], [], [], []]);
    expect([dryRun.isWritten, snapshot()]).toEqual([false, before]);
    expect((await table.import(true)).isWritten).toBe(true);
    const after = snapshot();
    expect(listChangedFiles(before, after).sort()).toEqual(["/product/huang-qi/en.md", "/product/huang-qi/item.yaml"]);
    expect(after["/product/huang-qi/item.yaml"]).toBe(
      before["/product/huang-qi/item.yaml"]!.replace(`sku: ${sku}`, `sku: ${sku}-B`),
    );
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(readContentFolder(inContent()).problems).toEqual([]);
  });

  test("changes one ingredient of a composition, and keeps the lines of the others", async () => {
    const table = await exported("prescription");
    const [id] = table.rows[0]!;
    const before = read(`prescription/${id}/item.yaml`);
    const [first, ...others] = table.get(id!, "ingredients").split("; ");
    const [herb, , role] = first!.split(" ");
    table.set(id!, "ingredients", [`${herb}１２.5克${role}药`, ...others].join("；"));
    expect((await table.import(true)).isWritten).toBe(true);
    expect(read(`prescription/${id}/item.yaml`)).toBe(before.replace(/dose: [\d.]+/, "dose: 12.5"));
  });

  test("changes one line of the file of herbs", async () => {
    const table = await exported("herb");
    const before = snapshot();
    table.set("huang-qi", "aliases", "北芪; yellow leader");
    const result = await table.import(true);
    expect([result.isWritten, result.problems, result.contentProblems]).toEqual([true, [], []]);
    const after = snapshot();
    expect(listChangedFiles(before, after)).toEqual(["/herbs/facts.yaml"]);
    const [oldLines, newLines] = [before, after].map((files) => files["/herbs/facts.yaml"]!.split("\n"));
    expect(newLines!.filter((line) => !oldLines!.includes(line))).toEqual(["  aliases: [北芪, yellow leader]"]);
  });

  test("removes a field whose cell is empty, and reports a field that can't be removed", async () => {
    const table = await exported("product");
    const before = read("product/huang-qi/item.yaml");
    table.set("huang-qi", "related", "");
    expect((await table.import(true)).isWritten).toBe(true);
    expect(read("product/huang-qi/item.yaml")).toBe(before.replace(/^related: .*\n/m, ""));
    const again = await exported("product");
    again.set("huang-qi", "summary (en)", "");
    const refused = await again.import(true);
    expect([refused.isWritten, refused.problems]).toEqual([
      false,
      [
        {
          line: expect.any(Number),
          column: "英文摘要 / summary (en)",
          reason: "is missing: write a sentence or two for lists and search engines",
        },
      ],
    ]);
  });

  test("leaves fields without a column and items without a row unchanged", async () => {
    const table = await exported("product");
    const before = snapshot();
    const places = [0, table.head.indexOf("货号 / sku"), table.head.length - 1];
    const narrow = [table.head, ...table.rows.slice(0, 2)].map((cells) => places.map((place) => cells[place]!));
    narrow[1]![1] = "NEW-1";
    const result = await run("product", save("narrow.csv", csv(narrow)), true);
    expect([result.isWritten, result.unchanged, result.missing]).toEqual([true, 1, table.rows.length - 2]);
    expect(listChangedFiles(before, snapshot())).toEqual([`/product/${table.rows[0]![0]}/item.yaml`]);
    expect(Object.keys(snapshot())).toEqual(Object.keys(before));
  });

  test("keeps the line endings and the byte order mark of a file from Windows", async () => {
    const file = inContent("product/huang-qi/en.md");
    writeFileSync(file, `\uFEFF${readFileSync(file, "utf8").replaceAll("\n", "\r\n")}`);
    const table = await exported("product");
    const before = read("product/huang-qi/en.md");
    const title = table.get("huang-qi", "title (en)");
    table.set("huang-qi", "title (en)", "Renamed");
    table.set("huang-qi", "text (en)", `${table.get("huang-qi", "text (en)")}\n\nOne more paragraph.`);
    expect((await table.import(true)).isWritten).toBe(true);
    expect(read("product/huang-qi/en.md")).toBe(
      `${before.trimEnd()}\r\n\r\nOne more paragraph.\r\n`.replace(`title: ${title}`, "title: Renamed"),
    );
  });

  test("adds a language, whose file has the fields in their usual order", async () => {
    const words = read("product/huang-qi/en.md");
    const table = await exported("product");
    const english = table.head.filter((one) => one.endsWith("(en)"));
    const cells = english.map((one) => table.get("huang-qi", one));
    rmSync(inContent("product/huang-qi/en.md"));
    const without = await exported("product");
    english.forEach((one, index) => without.set("huang-qi", one, cells[index]!));
    const reversedRows = [without.head, ...without.rows].map((row) => row.toReversed());
    expect((await run("product", save("reversed.csv", csv(reversedRows)), true)).problems).toEqual([]);
    const written = read("product/huang-qi/en.md");
    const readFields = (text: string) => parse(text.split("---\n")[1]!) as Record<string, unknown>;
    expect(readFields(written)).toEqual(readFields(words));
    expect(Object.keys(readFields(written)).slice(0, 2)).toEqual(["title", "summary"]);
    expect(getBody(written)).toBe(getBody(words));
  });

  test("changes nothing if a spreadsheet lost characters or zeros", async () => {
    const first = await exported("product");
    first.set("huang-qi", "sku", "0012");
    expect((await first.import(true)).problems).toEqual([]);
    const table = await exported("product");
    table.set("huang-qi", "sku", "12");
    table.set("huang-qi", "summary (cn)", table.get("huang-qi", "summary (cn)").replace(/[一-龥]/, "?"));
    const { changed, problems } = await table.import();
    expect(changed).toEqual([]);
    expect(problems).toEqual([
      expect.objectContaining({
        column: "摘要 / summary (cn)",
        reason: expect.stringContaining("has ? for a character"),
      }),
    ]);
  });

  test("leaves out an item that was changed since the export, and writes the others", async () => {
    const table = await exported("product");
    appendFileSync(inContent("product/huang-qi/item.yaml"), "# changed by a colleague\n");
    const before = snapshot();
    table.set("huang-qi", "sku", "MINE-1");
    const [other] = table.rows.find(([id]) => id !== "huang-qi")!;
    table.set(other!, "sku", "MINE-2");
    const result = await table.import(true);
    expect(result.leftOut).toEqual([
      {
        line: expect.any(Number),
        id: "huang-qi",
        reason: "huang-qi has been changed since the export: export the table again and repeat the change (货号 / sku)",
      },
    ]);
    expect([result.isWritten, listChangedFiles(before, snapshot())]).toEqual([true, [`/product/${other}/item.yaml`]]);
  });

  test("leaves out items without a version, and deleted items", async () => {
    const table = await exported("product");
    table.set("huang-qi", "version (do not change)", "");
    table.set("huang-qi", "sku", "MINE-1");
    const gone = [...table.rows[1]!];
    gone[0] = "gone-item";
    table.rows.push(gone);
    const { leftOut, changed, created } = await table.import();
    expect([changed, created]).toEqual([[], []]);
    expect(leftOut.map(({ id, reason }) => [id, reason])).toEqual([
      ["huang-qi", expect.stringMatching(/^huang-qi already exists, and the row has no version/)],
      ["gone-item", expect.stringMatching(/^there is no gone-item any more/)],
    ]);
  });

  test("leaves out a line with totals", async () => {
    const table = await exported("product");
    table.rows.push(["合计", "", "12"], ["", "Total:", "34"]);
    const { leftOut, problems, created } = await table.import();
    const reason = "is a line with totals, not an item";
    expect(leftOut).toEqual([expect.objectContaining({ reason }), expect.objectContaining({ reason })]);
    expect([problems, created]).toEqual([[], []]);
  });

  test("reports a mistake in the row that causes it, although a row that is left out has the same id", async () => {
    const table = await exported("product");
    const copy = [...table.rows.find(([id]) => id === "huang-qi")!];
    copy[copy.length - 1] = "";
    copy[table.head.indexOf("货号 / sku")] = "OTHER-1";
    table.set("huang-qi", "attachments (cn)", "说明：/files/nope.pdf");
    const line = table.rows.findIndex(([id]) => id === "huang-qi") + 2;
    table.rows.push(copy);
    const { problems } = await table.import();
    expect(problems).toEqual([
      { line, column: "附件 / attachments (cn)", reason: expect.stringContaining("nope.pdf") },
    ]);
  });

  test("shows the values that it would write, not what was typed", async () => {
    const table = await exported("product");
    table.set("huang-qi", "date", "45678");
    table.set("huang-qi", "draft", "x");
    table.set("huang-qi", "from", "2027-03-04");
    const { changed } = await table.import();
    expect(changed[0]!.fields.map(({ column, after }) => [column, after])).toEqual([
      ["日期 / date", "2025-01-21"],
      ["草稿 / draft", "是"],
      ["上架时间 / from", "2027-03-04 00:00"],
    ]);
  });

  test("names the cure for a cell, not for YAML", async () => {
    const table = await exported("product");
    table.set("huang-qi", "tags (cn)", "“清热，凉”");
    table.set("dang-gui", "title (cn)", "“当归”");
    const { problems } = await table.import();
    expect(problems.map(({ column, reason }) => `${column}: ${reason}`).toSorted()).toEqual([
      ": visitors would see the quotes of “当归”: remove them",
      "标签 / tags (cn): tags[0] has a Chinese comma: write each on a line of its own",
    ]);
  });

  test("of an item whose id was damaged names the cell, and an id with a hidden character is the id", async () => {
    const table = await exported("product");
    const [first, second, third] = table.rows as [string[], string[], string[]];
    third[0] += "\u200b";
    first[0] = "";
    second[0] = "黄芪";
    const { leftOut, changed, created, problems } = await table.import();
    expect([leftOut, changed, created]).toEqual([[], [], []]);
    expect(problems.map(({ column, reason }) => [column, reason])).toEqual([
      ["网址名 / id", "is empty: write the name for the address, such as bai-shao-slices"],
      ["网址名 / id", "is “黄芪”: use lower-case letters, digits and hyphens"],
    ]);
  });

  test("reports duplicate ids, and mistakes with row and column, and then writes nothing", async () => {
    const table = await exported("product");
    const before = snapshot();
    const [first, second] = table.rows as [string[], string[]];
    const line = (id: string) => result.problems.filter((one) => one.reason.includes(id) || one.column === id);
    table.set(first[0]!, "category", "pieces/rots");
    table.set(second[0]!, "sku", table.get(first[0]!, "sku"));
    table.rows.push([...first]);
    const result = await table.import(true);
    expect([result.isWritten, snapshot()]).toEqual([false, before]);
    expect(line("as in line")).toHaveLength(1);
    expect(line("no category pieces/rots")).toEqual([
      expect.objectContaining({ column: "分类 / category", reason: expect.stringContaining("did you mean") }),
    ]);
    expect(line("is also the sku of")).toEqual([expect.objectContaining({ column: "货号 / sku" })]);
  });

  test("reports a name that differs from the glossary in its row, and accepts it after the glossary was changed", async () => {
    const table = await exported("herb");
    const name = table.get("huang-qi", "name (en)");
    writeFileSync(inContent("glossary.yaml"), `herbs:\n  huang-qi:\n    en: ${name}\n`);
    table.set("huang-qi", "name (en)", "milkvetch root");
    const refused = await table.import(true);
    expect(refused.isWritten).toBe(false);
    expect(refused.problems).toEqual([expect.objectContaining({ column: "英文药名 / name (en)" })]);
    writeFileSync(inContent("glossary.yaml"), "herbs:\n  huang-qi:\n    en: milkvetch root\n");
    expect((await table.import(true)).isWritten).toBe(true);
    expect(read("herbs/en.yaml")).toContain("huang-qi: milkvetch root");
  });
});

test("content that can't be read is reported with its file, and nothing is exported or imported", async () => {
  const table = await exported("product");
  writeFileSync(inContent("product/huang-qi/item.yaml"), "cat: [");
  await expect(table.import()).rejects.toThrow(/The content has mistakes.*\n.*product\/huang-qi\/item\.yaml:1/);
  await expect(exported("product")).rejects.toThrow(/The content has mistakes/);
});

test("a mistake elsewhere in the content is reported with its file, and nothing is written", async () => {
  const table = await exported("product");
  rmSync(inContent("herbs/plates.yaml"));
  table.set("huang-qi", "sku", "NEW-1");
  const { isWritten, contentProblems } = await table.import(true);
  expect([isWritten, contentProblems]).toEqual([false, [expect.stringMatching(/^herbs\/plates\.yaml:1 /)]]);
});

test("a table of another kind is reported in one sentence", async () => {
  await exported("news");
  await expect(run("product", inFolder("news.csv"))).rejects.toThrow(
    /news\.csv is a table of news, not of product: npm run import -- news \S+news\.csv$/,
  );
});
