import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { formatProblem } from "../app/services/content/checks/content-report.ts";
import { readContentFolder } from "../app/services/content/files/content-folder.ts";
import { testContent } from "../tests/setup/test-content.ts";
import { createTestFolder } from "../tests/setup/test-folder.ts";

let folder: string;
let item: string;

const read = (name: string) => readFileSync(join(item, name), "utf8");
const write = (name: string, text: string) => writeFileSync(join(item, name), text);

/** Runs the command with the folder. */
function convert(...options: string[]) {
  const args = ["--disable-warning=ExperimentalWarning", "scripts/convert-content.ts", ...options];
  return spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, CONTENT_DIR: folder } });
}

beforeEach(() => {
  folder = createTestFolder();
  item = join(folder, "service", "analytical-testing");
  mkdirSync(item, { recursive: true });
  write("item.yaml", "cat: laboratory # where it is\ndate: 2025-01-01\n");
  write("cn.md", "\uFEFF---\r\ntitle: 检测 # 标题\r\n---\r\n\r\n正文\r\n");
  write("en.md", "---\ntitle: Testing\n---\n\nText\n");
});

const expected = "---\ntitle: 检测 # 标题\ncat: laboratory # where it is\ndate: 2025-01-01\n---\n\n正文\n";

test("an item becomes a file for each language, with its comments, and a second run changes nothing", () => {
  expect(convert()).toMatchObject({
    status: 0,
    stdout: "1 item, 0 herbs, 0 category files, 0 batch files converted.\n",
  });
  expect(readdirSync(item).sort()).toEqual(["index.cn.md", "index.en.md"]);
  expect([read("index.cn.md"), read("index.en.md")]).toEqual([expected, "---\ntitle: Testing\n---\n\nText\n"]);
  expect(convert().stdout).toMatch(/^0 items,/);
  expect(read("index.cn.md")).toBe(expected);
});

test("an item in one language has its facts there", () => {
  rmSync(join(item, "cn.md"));
  expect(convert().status).toBe(0);
  expect(read("index.en.md")).toBe(
    "---\ntitle: Testing\ncat: laboratory # where it is\ndate: 2025-01-01\n---\n\nText\n",
  );
});

test.each(["index.cn.md and cn.md", "only index.cn.md"])("a run that was interrupted is completed: %s", (state) => {
  write("index.cn.md", expected);
  if (state === "only index.cn.md") rmSync(join(item, "cn.md"));
  expect(convert().status).toBe(0);
  expect(readdirSync(item).sort()).toEqual(["index.cn.md", "index.en.md"]);
  expect(read("index.cn.md")).toBe(expected);
});

test("a file without front matter, or an item without a text, is named and nothing of it changes", () => {
  write("cn.md", "正文\n");
  expect(convert()).toMatchObject({ status: 2, stderr: expect.stringMatching(/cn\.md must begin with a line of ---/) });
  for (const name of ["cn.md", "en.md"]) rmSync(join(item, name));
  expect(convert()).toMatchObject({ status: 2, stderr: expect.stringMatching(/has neither cn\.md nor en\.md/) });
  expect(existsSync(join(item, "item.yaml"))).toBe(true);
});

test("the help names the files of before and after", () => {
  expect(convert("--help").stdout).toMatch(/item\.yaml, cn\.md and en\.md of an item become index\.cn\.md/);
});

test("the check names the command for files of an earlier version", () => {
  cpSync(testContent, folder, { recursive: true });
  const lines = readContentFolder(folder).problems.map((problem) => formatProblem(problem, "en"));
  expect(lines.filter((line) => line.includes("npm run convert-content"))).toHaveLength(3);
});
