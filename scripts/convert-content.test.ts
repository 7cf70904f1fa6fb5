import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
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

test("herbs, categories and batches are converted with their comments, and a second run changes nothing", () => {
  const files = {
    "herbs/facts.yaml":
      "huang-qi:\n  latin: Astragali Radix\n  species: A. m.\n  part: root\n  aliases:\n    - 北芪 # ZD\n",
    "herbs/cn.yaml": "huang-qi: 黄芪\n",
    "herbs/en.yaml": "huang-qi: astragalus\n",
    "categories/news/cn.yaml": "company: { title: 公司, summary: 要闻 }\n",
    "categories/news/en.yaml": "company: { title: Company, summary: News }\nnew: { title: New, summary: Newer }\n",
    "news/fair/index.cn.md": "---\ntitle: 药市 # 秋季\nalt:\n  a.jpg: 摊位\nauthor: 周\n---\n\n文\n",
    "batch/HQ1.yaml":
      "product: huang-qi\nharvest: 2025\norigin: { cn: 陇西, en: Longxi }\nresults:\n  - test: 水分 # KF\n    result: 8.1%\n",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(convert().stdout).toBe("2 items, 1 herb, 1 category file, 1 batch file converted.\n");
  const readFile = (name: string) => readFileSync(join(folder, name), "utf8");
  expect(readFile("herbs/huang-qi.yaml")).toBe(
    "names:\n  cn: 黄芪\n  en: astragalus\nlatin: Astragali Radix\nspecies: A. m.\npart: root\naliases:\n  - 北芪 # ZD\n",
  );
  expect(readFile("news/fair/index.cn.md")).toBe(
    "---\ntitle: 药市 # 秋季\nalt:\n  - photo: a.jpg\n    description: 摊位\nauthor: 周\n---\n\n文\n",
  );
  expect(parse(readFile("categories/news.yaml"))).toEqual([
    { slug: "company", title: { cn: "公司", en: "Company" }, summary: { cn: "要闻", en: "News" } },
    { slug: "new", title: { en: "New" }, summary: { en: "Newer" } },
  ]);
  expect(parse(readFile("batch/HQ1.yaml"))).toEqual({
    product: "huang-qi",
    harvest: { cn: 2025 },
    origin: { cn: "陇西", en: "Longxi" },
    results: [{ test: { cn: "水分" }, result: { cn: "8.1%" } }],
  });
  expect(readFile("batch/HQ1.yaml")).toContain("# KF");
  expect([...readdirSync(join(folder, "herbs")), ...readdirSync(join(folder, "categories"))]).toEqual([
    "huang-qi.yaml",
    "news.yaml",
  ]);
  expect(convert().stdout).toBe("0 items, 0 herbs, 0 category files, 0 batch files converted.\n");
});

test("the help names the files of before and after", () => {
  expect(convert("--help").stdout).toMatch(/item\.yaml, cn\.md and en\.md of an item become index\.cn\.md/);
});

test("the check names the command for files of an earlier version", () => {
  cpSync(testContent, folder, { recursive: true });
  for (const name of ["herbs/facts.yaml", "herbs/en.yaml", "categories/product/cn.yaml"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "a: b\n");
  }
  const lines = readContentFolder(folder).problems.map((problem) => formatProblem(problem, "en"));
  expect(lines.filter((line) => line.includes("npm run convert-content"))).toHaveLength(6);
});
