import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testContent } from "../tests/setup/test-content.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tables-command-"));
  cpSync(testContent, join(folder, "content"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function command(name: "export" | "import", args: string[], variables: NodeJS.ProcessEnv = {}) {
  const flags = ["--disable-warning=ExperimentalWarning", `scripts/${name}.ts`, ...args];
  const env = { ...process.env, CONTENT_DIR: join(folder, "content"), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8", env });
  return { status, stdout, stderr };
}

test("a table is exported, tried and imported, and an outdated row is refused", () => {
  const file = join(folder, "products.csv");
  const exported = command("export", ["product", "--out", file]);
  expect([exported.status, exported.stderr]).toEqual([0, ""]);
  expect(exported.stdout).toMatch(/^\d+ rows written to .*products\.csv\. After your changes: npm run import/);
  const sentence = `${file} already exists: write to another file with --out.\n`;
  expect(command("export", ["product", "--out", file])).toEqual({ status: 2, stdout: "", stderr: sentence });
  const item = join(folder, "content/product/huang-qi/index.cn.md");
  const [, sku] = /^sku: (.*)$/m.exec(readFileSync(item, "utf8"))!;
  writeFileSync(file, readFileSync(file, "utf8").replace(`,${sku},`, ",NEW-1,"));
  const dryRun = command("import", ["product", file]);
  expect(dryRun.status).toBe(0);
  expect(dryRun.stdout).toContain(`货号 / sku: ${sku} → NEW-1`);
  expect(dryRun.stdout).toContain(`To write the changes: npm run import -- product ${file} --write`);
  expect(readFileSync(item, "utf8")).toContain(`sku: ${sku}`);
  const written = command("import", ["product", file, "--write", "--json"]);
  expect(JSON.parse(written.stdout)).toMatchObject({ table: "product", isWritten: true, problems: [] });
  expect(readFileSync(item, "utf8")).toContain("sku: NEW-1");
  writeFileSync(file, readFileSync(file, "utf8").replace(",NEW-1,", ",NEW-2,"));
  const again = command("import", ["product", file, "--write"], { OWNER_LANGUAGE: "en" });
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
  const { status, stderr } = command(name, args);
  expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});

test("an option that npm took is reported", () => {
  const { status, stderr } = command("import", ["product", "a.csv"], { npm_config_write: "true" });
  const sentence = "Nothing was done: write -- before the option, npm run import -- product a.csv --write\n";
  expect([status, stderr]).toEqual([2, sentence]);
});
