import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// Each reads or copies the whole content: slow where the machine is shared.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "import-command-"));
  cpSync("content", join(folder, "content"), { recursive: true });
  symlinkSync(resolve("public"), join(folder, "public"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function command(...args: string[]) {
  const script = resolve("app/embedded-api/commands/import-products.ts");
  const flags = ["--disable-warning=ExperimentalWarning", script, ...args];
  return spawnSync(process.execPath, flags, { cwd: folder, encoding: "utf8" });
}

test("its template is looked at, then written, then refused as being there", () => {
  const { stdout: template } = command("--template");
  writeFileSync(join(folder, "products.csv"), template);
  const trial = command("products.csv");
  expect([trial.status, trial.stderr]).toEqual([0, "1 of 1 rows looked at\n"]);
  expect(trial.stdout).toContain("npm run import-products -- products.csv --write");
  expect(existsSync(join(folder, "content/product/bai-shao-slices"))).toBe(false);
  expect(command("products.csv", "--write").status).toBe(0);
  expect(existsSync(join(folder, "content/product/bai-shao-slices/en.md"))).toBe(true);
  const again = command("products.csv", "--write", "--json");
  expect(again.status).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({
    ...{ file: "products.csv", rows: 1, accepted: [], isWritten: false },
    refused: [{ line: 2, column: "网址名", reason: expect.stringContaining("nothing is overwritten") }],
  });
});

test.each([
  [[], /^Which file\?/],
  [["none.csv"], /^none\.csv isn't there\.\n$/],
  [["a.csv", "b.csv"], /^Which file\? One at a time\./],
  [["--wirte"], /--wirte/],
])("%j is a sentence and exit code 2", (args, sentence) => {
  const { status, stderr } = command(...args);
  expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});
