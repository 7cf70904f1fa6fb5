import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testContent } from "../tests/setup/test-content.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tables-command-"));
  cpSync(testContent, join(folder, "content"), { recursive: true });
  symlinkSync(resolve("public"), join(folder, "public"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function command(name: "export" | "import", ...args: string[]) {
  const script = resolve(`scripts/${name}.ts`);
  const flags = ["--disable-warning=ExperimentalWarning", script, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("a table is exported, tried and imported, and an outdated row is left out", () => {
  const exportResult = command("export", "product", "--out", "products.csv");
  expect(exportResult).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+ rows written to products\.csv\. After your changes: npm run import/),
    stderr: "",
  });
  expect(command("export", "product", "--out", "products.csv")).toEqual({
    status: 2,
    stdout: "",
    stderr: "products.csv already exists: write to another file with --out.\n",
  });
  const file = join(folder, "products.csv");
  const item = join(folder, "content/product/huang-qi/item.yaml");
  const [, sku] = /^sku: (.*)$/m.exec(readFileSync(item, "utf8"))!;
  writeFileSync(file, readFileSync(file, "utf8").replace(`,${sku},`, ",NEW-1,"));
  const dryRun = command("import", "product", "products.csv");
  expect(dryRun.status).toBe(0);
  expect(dryRun.stdout).toContain(`货号 / sku: ${sku} → NEW-1`);
  expect(dryRun.stdout).toContain("To write the changes: npm run import -- product products.csv --write");
  expect(readFileSync(item, "utf8")).toContain(`sku: ${sku}`);
  const importResult = command("import", "product", "products.csv", "--write", "--json");
  expect(JSON.parse(importResult.stdout)).toMatchObject({
    table: "product",
    isWritten: true,
    problems: [],
    leftOut: [],
  });
  expect(readFileSync(item, "utf8")).toContain("sku: NEW-1");
  writeFileSync(file, readFileSync(file, "utf8").replace(",NEW-1,", ",NEW-2,"));
  const again = command("import", "product", "products.csv", "--write");
  expect([again.status, again.stdout]).toEqual([1, expect.stringContaining("has been changed since the export")]);
});

test.each<["export" | "import", string[], RegExp]>([
  ["export", [], /^Which kind\?/],
  ["export", ["products"], /^There is no kind products: write one of news, /],
  ["export", ["product", "--out", "x.pdf"], /^x\.pdf must end with \.xlsx or \.csv\.\n$/],
  ["export", ["product", "--out", "none/x.csv"], /^none\/x\.csv can't be written: ENOENT/],
  ["import", ["product"], /^Which file\?/],
  ["import", ["product", "none.csv"], /^none\.csv can't be read: ENOENT/],
  ["import", ["product", "a.csv", "--wirte"], /--wirte/],
])("%s %j: exit code 2 and a sentence", (name, args, sentence) => {
  const { status, stderr } = command(name, ...args);
  expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});

test("an option that npm took is reported", () => {
  const env = { ...process.env, npm_config_write: "true" };
  const flags = ["--disable-warning=ExperimentalWarning", resolve("scripts/import.ts"), "product", "a.csv"];
  const { status, stderr } = spawnSync(process.execPath, flags, { cwd: folder, encoding: "utf8", env });
  const sentence = "Nothing was done: write -- after npm run import, npm run import -- … --write\n";
  expect([status, stderr]).toEqual([2, sentence]);
});
