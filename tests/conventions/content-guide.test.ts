import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import { formatReport } from "../../app/services/content/checks/content-report.ts";
import {
  factsSchemas,
  pageFactsSchema,
  pageWordsSchema,
  wordsSchemas,
} from "../../app/services/content/files/content-schema.ts";
import { settingsFileSchema } from "../../app/services/content/files/settings-schema.ts";
import { localeCodes } from "../../app/i18n/locales.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { testContent } from "../setup/test-content.ts";
import { filterMissing } from "../setup/required-locales.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** This test follows docs/content.md on a copy of the content, and does nothing that isn't written there. */
const guide = readFileSync("docs/content.md", "utf8");

/** The sections of the guide, by heading. A line of a code block isn't a heading, even if it looks like one. */
const sections = guide.replace(/```[\s\S]*?```/g, (block) => block.replaceAll("\n## ", "\n\0")).split(/^## /m);
const findSection = (title: string) => sections.find((section) => section.startsWith(`${title}\n`))!;

type Step = { section: string; verb: string; file: string; text: string };

/** Texts that the guide tells its reader to write into files or to delete, in order, each with its section. */
const steps: Step[] = sections.flatMap((section) =>
  [...section.matchAll(/(Write|Add to|Take out of)\s+`(content\/[^`]+)`:\s*\n\n( *)```\w*\n([\s\S]*?)\n\3```/g)].map(
    ([, verb, file, indent, block]) => ({
      ...{ section: section.split("\n")[0]!, verb: verb!, file: file! },
      text: block!.replaceAll(new RegExp(`^${indent}`, "gm"), "").replaceAll("\0", "## "),
    }),
  ),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "guide-"));
  cpSync(testContent, join(folder, "content"), { recursive: true });
  symlinkSync(resolve("public"), join(folder, "public"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function follow(section: string): void {
  const ownSteps = steps.filter((step) => step.section === section);
  expect(ownSteps.length, section).toBeGreaterThan(0);
  for (const { verb, file, text } of ownSteps) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    if (verb === "Write") writeFileSync(path, `${text}\n`);
    else if (verb === "Add to") appendFileSync(path, `${text}\n`);
    else writeFileSync(path, readFileSync(path, "utf8").replace(`${text}\n`, ""));
  }
}

const getContentFolder = () => join(folder, "content");
const readContent = () => readContentFolder(getContentFolder());

/** Compiles the copy, and returns what `find` finds when the clock shows `at`. @param at ISO 8601 */
function findInContent<Found>(
  at: string,
  find: (index: ReturnType<typeof compileTestContent>["index"]) => Found,
): Found {
  const { index, dispose } = compileTestContent(getContentFolder(), () => Date.parse(at));
  try {
    return find(index);
  } finally {
    dispose();
  }
}

const now = "2026-12-01T00:00:00Z";

function runScript(script: string, ...args: string[]) {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const [, flag, file] = scripts[script]!.split(" ");
  const environment = { ...process.env, PREVIEW_SECRET: "a-secret-for-the-tests", SITE_URL: "" };
  const options = { cwd: folder, encoding: "utf8", env: environment } as const;
  return spawnSync(process.execPath, [flag!, resolve(file!), ...args], options);
}

test("a product is added with its plate, and is listed as not translated", () => {
  follow("Add a product with its plate");
  const { problems, missingTranslations } = readContent();
  expect([problems, filterMissing(missingTranslations)]).toEqual([
    [],
    [join(getContentFolder(), "product/tai-zi-shen/en.md")],
  ]);
  expect(runScript("check-content").stdout).toMatch(/items are fine\.\n$/);
  expect(findInContent(now, (index) => index.getItem("product", "en", "tai-zi-shen"))).toMatchObject({
    ...{ title: "太子参", lang: "zh-CN", cover: { src: "/fallback-plate.svg", alt: "太子参" } },
  });
});

test("the product is translated", () => {
  follow("Translate");
  expect([readContent().problems, filterMissing(readContent().missingTranslations)]).toEqual([[], []]);
  const title = "Tai zi shen (false starwort root)";
  expect(findInContent(now, (index) => index.getItem("product", "en", "tai-zi-shen"))).toMatchObject({ title });
});

test("a plain page is added, with its entry in the menu", () => {
  follow("Plain pages");
  expect([readContent().problems, filterMissing(readContent().missingTranslations)]).toEqual([[], []]);
  for (const locale of ["cn", "en"] as const) {
    const [page, menu] = findInContent(now, (index) => [
      index.getItem("page", locale, "jobs"),
      index.getDocument("menu", locale)["rows"] as object[],
    ]);
    expect(menu!.at(-1)).toMatchObject({ title: page!["title"], path: "/page/jobs" });
  }
});

test("only a preview link shows a draft, and deleting the line publishes it", () => {
  const all = steps.filter(({ section }) => section === "Preview a draft");
  expect(all.map(({ verb }) => verb)).toEqual(["Add to", "Take out of"]);
  const file = join(getContentFolder(), "product/tai-zi-shen/item.yaml");
  const textBefore = readFileSync(file, "utf8");
  appendFileSync(file, `${all[0]!.text}\n`);
  expect(findInContent(now, (index) => index.getItem("product", "cn", "tai-zi-shen"))).toBeUndefined();
  const { stdout } = runScript("preview-link", "product/tai-zi-shen");
  expect(stdout.match(/\/product\/info\/tai-zi-shen\?preview=\d+\.[\da-f]{64}/g)).toHaveLength(localeCodes.length);
  writeFileSync(file, textBefore);
  follow("Preview a draft");
  expect(readFileSync(file, "utf8")).toBe(textBefore);
});

test("an item appears and disappears at the given times", () => {
  follow("Schedule and withdraw");
  expect(readContent().problems).toEqual([]);
  const isPublished = (at: string) =>
    findInContent(at, (index) => index.getItem("product", "cn", "tai-zi-shen") !== undefined);
  const times = ["2027-01-04T08:59:59+08:00", "2027-01-04T09:00:00+08:00", "2027-12-31T18:00:00+08:00"];
  expect(times.map(isPublished)).toEqual([false, true, false]);
});

test("old addresses are redirected as the guide says", () => {
  follow("Redirect an old address");
  expect(readContent().problems).toEqual([]);
  const searchResult = findInContent(now, (index) =>
    (["cn", "en"] as const).map((locale) => [
      index.findRedirect("/products/taizishen.html", "", locale),
      index.findRedirect("/en-profile.pdf", "", locale),
    ]),
  );
  expect(searchResult).toEqual([
    ["/product/info/tai-zi-shen", undefined],
    ["/product/info/tai-zi-shen", "/about-us"],
  ]);
});

test("the guide shows the messages that check-content prints", () => {
  const [, example] = /names each mistake[\s\S]*?```text\n([\s\S]*?)```/.exec(guide)!;
  const copy = join(folder, "mistaken");
  cpSync(testContent, join(copy, "content"), { recursive: true });
  const replaceText = (file: string, from: RegExp, to: string) => {
    const path = join(copy, "content", file);
    const textBefore = readFileSync(path, "utf8");
    expect(textBefore).toMatch(from);
    writeFileSync(path, textBefore.replace(from, to));
  };
  replaceText("news/no-sulphur/item.yaml", /^related: \[.*\]$/m, "related: [product/shan-yoa]");
  replaceText("product/gan-cao/en.md", /^summary:/m, "sumary:");
  replaceText("product/huang-qi/item.yaml", /^cat: .*$/m, "cat: pieces/rots");
  rmSync(join(copy, "content/news/no-sulphur/en.md"));
  const { problems, missingTranslations } = readContentFolder(join(copy, "content"));
  expect(formatReport(problems, filterMissing(missingTranslations)).replaceAll(`${copy}/`, "")).toBe(example!.trim());
});

test("the guide names exactly the existing fields", () => {
  for (const kind of kinds) {
    const row = new RegExp(`^\\| \`${kind}\` .*$`, "m").exec(guide)![0];
    const namedColumns = new Set([...row.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    const otherNames = [...guide.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    const fields = [...Object.keys(factsSchemas[kind].shape), ...Object.keys(wordsSchemas[kind].shape)];
    const common = Object.keys(factsSchemas.news.shape).concat("title", "summary", "tags", "alt", "attachments", "seo");
    for (const field of fields) {
      const isNamed = common.includes(field)
        ? otherNames.includes(field) || guide.includes(`${field}: `)
        : namedColumns.has(field);
      expect([kind, field, isNamed]).toEqual([kind, field, true]);
    }
  }
  for (const field of [...Object.keys(pageFactsSchema.shape), ...Object.keys(pageWordsSchema.shape)]) {
    const section = findSection("Plain pages");
    expect([field, section.includes(`\`${field}\``) || section.includes(`${field}: `)]).toEqual([field, true]);
  }
  const optional = Object.entries(settingsFileSchema.shape).filter(([, field]) => field.safeParse(undefined).success);
  for (const [name] of optional) expect(guide).toContain(`| \`${name}\``);
});
