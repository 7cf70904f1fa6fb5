import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
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
import { columns } from "../../app/embedded-api/importing/columns.ts";
import { kinds } from "../../app/contract/kinds.ts";
import { readContentFolder } from "../../app/embedded-api/content-folder.ts";
import { report } from "../../app/embedded-api/content-report.ts";
import { factsSchemas, settingsFileSchema, wordsSchemas } from "../../app/embedded-api/content-schema.ts";
import { drawPlates } from "../../app/embedded-api/draw-plates.ts";
import { localeCodes } from "../../app/i18n/locales.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { missingInWhole } from "../setup/whole-locales.ts";

// Each reads or copies the whole content: slow where the machine is shared.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** docs/content.md, done as it says: by its words alone, on a copy. */
const guide = readFileSync("docs/content.md", "utf8");

/** Its sections by their headings; what looks like a heading within a block isn't one. */
const sections = guide.replace(/```[\s\S]*?```/g, (block) => block.replaceAll("\n## ", "\n\0")).split(/^## /m);
const sectionOf = (title: string) => sections.find((one) => one.startsWith(`${title}\n`))!;

type Step = { section: string; verb: string; file: string; text: string };

/** What the guide has its reader write into files, in its order, with the section that it stands in. */
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
  cpSync("content", join(folder, "content"), { recursive: true });
  symlinkSync(resolve("public"), join(folder, "public"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function follow(section: string): void {
  const own = steps.filter((step) => step.section === section);
  expect(own.length, section).toBeGreaterThan(0);
  for (const { verb, file, text } of own) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    if (verb === "Write") writeFileSync(path, `${text}\n`);
    else if (verb === "Add to") appendFileSync(path, `${text}\n`);
    else writeFileSync(path, readFileSync(path, "utf8").replace(`${text}\n`, ""));
  }
}

const content = () => join(folder, "content");
const read = () => readContentFolder(content());

/** What a reader would find, by the clock. */
function look<Found>(at: string, find: (index: ReturnType<typeof compiledContent>["index"]) => Found): Found {
  const { index, dispose } = compiledContent(content(), () => Date.parse(at));
  try {
    return find(index);
  } finally {
    dispose();
  }
}

const now = "2026-12-01T00:00:00Z";

function npmRun(script: string, ...args: string[]) {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const [, flag, file] = scripts[script]!.split(" ");
  const environment = { ...process.env, PREVIEW_SECRET: "a-secret-for-the-tests", SITE_URL: "" };
  const options = { cwd: folder, encoding: "utf8", env: environment } as const;
  return spawnSync(process.execPath, [flag!, resolve(file!), ...args], options);
}

test("a product is added with its plate, and is listed as not translated", () => {
  follow("Add a product with its plate");
  const { source, problems, missingTranslations } = read();
  expect([problems, missingInWhole(missingTranslations)]).toEqual([[], [join(content(), "product/tai-zi-shen/en.md")]]);
  expect(npmRun("check-content").stdout).toMatch(/items are fine\.\n$/);
  const plates = join(folder, "plates");
  drawPlates(source.herbs, plates);
  expect(existsSync(join(plates, "tai-zi-shen.svg"))).toBe(true);
  expect(look(now, (index) => index.info("product", "en", "tai-zi-shen"))).toMatchObject({
    ...{ title: "太子参", lang: "zh-CN", cover: { src: "/plates/tai-zi-shen.svg", alt: "太子参" } },
  });
});

test("it is translated", () => {
  follow("Translate");
  expect([read().problems, missingInWhole(read().missingTranslations)]).toEqual([[], []]);
  const title = "Tai zi shen (false starwort root)";
  expect(look(now, (index) => index.info("product", "en", "tai-zi-shen"))).toMatchObject({ title });
});

test("a draft is seen by its link alone, and published by taking the line out", () => {
  const all = steps.filter(({ section }) => section === "Preview a draft");
  expect(all.map(({ verb }) => verb)).toEqual(["Add to", "Take out of"]);
  const file = join(content(), "product/tai-zi-shen/item.yaml");
  const before = readFileSync(file, "utf8");
  appendFileSync(file, `${all[0]!.text}\n`);
  expect(look(now, (index) => index.info("product", "cn", "tai-zi-shen"))).toBeUndefined();
  const { stdout } = npmRun("preview-link", "product/tai-zi-shen");
  expect(stdout.match(/\/product\/info\/tai-zi-shen\?preview=\d+\.[\da-f]{64}/g)).toHaveLength(localeCodes.length);
  writeFileSync(file, before);
  follow("Preview a draft");
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("it comes and goes at the times that are written", () => {
  follow("Schedule and withdraw");
  expect(read().problems).toEqual([]);
  const isThere = (at: string) => look(at, (index) => index.info("product", "cn", "tai-zi-shen") !== undefined);
  const times = ["2027-01-04T08:59:59+08:00", "2027-01-04T09:00:00+08:00", "2027-12-31T18:00:00+08:00"];
  expect(times.map(isThere)).toEqual([false, true, false]);
});

test("old addresses lead where the guide says", () => {
  follow("Redirect an old address");
  expect(read().problems).toEqual([]);
  const found = look(now, (index) =>
    (["cn", "en"] as const).map((locale) => [
      index.redirect("/products/taizishen.html", locale),
      index.redirect("/en-profile.pdf", locale),
    ]),
  );
  expect(found).toEqual([
    ["/product/info/tai-zi-shen", undefined],
    ["/product/info/tai-zi-shen", "/about-us"],
  ]);
});

test("a table is made, tried and written as the guide says", () => {
  const section = sectionOf("Import from a table");
  const commands = [...section.matchAll(/npm run (?:--silent )?(import-products|check-content)(?: -- (.*))?$/gm)]
    .filter(([, , args]) => !args?.includes("`"))
    .map(([, script, args = ""]) => ({ script: script!, args: args.split(" > ")[0]!.split(" ").filter(Boolean) }));
  expect(commands.map(({ args }) => args.at(-1))).toEqual(["--template", "products.csv", "--write", undefined]);
  for (const { script, args } of commands) {
    const { stdout, status } = npmRun(script, ...args);
    expect([args, status]).toEqual([args, 0]);
    if (args.includes("--template")) writeFileSync(join(folder, "products.csv"), stdout);
  }
  expect(existsSync(join(content(), "product/bai-shao-slices/cn.md"))).toBe(true);
  for (const heading of section.match(/[一-龥]+(?= \(`|（`)/g) ?? []) {
    expect(
      columns.some(({ headings }) => headings[0] === heading),
      heading,
    ).toBe(true);
  }
});

test("the mistakes that it shows are what is said of them", () => {
  const [, shown] = /names each mistake[\s\S]*?```text\n([\s\S]*?)```/.exec(guide)!;
  const copy = join(folder, "mistaken");
  cpSync("content", join(copy, "content"), { recursive: true });
  const change = (file: string, from: RegExp, to: string) => {
    const path = join(copy, "content", file);
    const before = readFileSync(path, "utf8");
    expect(before).toMatch(from);
    writeFileSync(path, before.replace(from, to));
  };
  change("news/no-sulphur/item.yaml", /^related: \[.*\]$/m, "related: [product/shan-yoa]");
  change("product/gan-cao/en.md", /^summary:/m, "sumary:");
  change("product/huang-qi/item.yaml", /^cat: .*$/m, "cat: pieces/rots");
  rmSync(join(copy, "content/news/no-sulphur/en.md"));
  const { problems, missingTranslations } = readContentFolder(join(copy, "content"));
  expect(report(problems, missingInWhole(missingTranslations)).replaceAll(`${copy}/`, "")).toBe(shown!.trim());
});

test("the fields that it names are those that there are", () => {
  for (const kind of kinds) {
    const row = new RegExp(`^\\| \`${kind}\` .*$`, "m").exec(guide)![0];
    const named = new Set([...row.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    const others = [...guide.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    const fields = [...Object.keys(factsSchemas[kind].shape), ...Object.keys(wordsSchemas[kind].shape)];
    const common = Object.keys(factsSchemas.news.shape).concat("title", "summary", "tags", "attachments", "seo");
    for (const field of fields) {
      const isNamed = common.includes(field)
        ? others.includes(field) || guide.includes(`${field}: `)
        : named.has(field);
      expect([kind, field, isNamed]).toEqual([kind, field, true]);
    }
  }
  const optional = Object.entries(settingsFileSchema.shape).filter(([, field]) => field.safeParse(undefined).success);
  for (const [name] of optional) expect(guide).toContain(`| \`${name}\``);
});
