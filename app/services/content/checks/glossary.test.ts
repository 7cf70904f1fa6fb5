import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findGlossaryProblems } from "./glossary.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "glossary-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, ...lines: string[]): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${lines.join("\n")}\n`);
}

const getProblems = () =>
  findGlossaryProblems(folder).map(
    ({ file, line, field, message }) => `${file.slice(folder.length + 1)}:${line} ${field} ${message}`,
  );

function writeGlossary(): void {
  write(
    "glossary.yaml",
    "herbs:",
    "  gou-teng: { cn: 钩藤, pinyin: gōuténg, latin: Uncariae Ramulus cum Uncis, en: uncaria, avoid: { en: [gambir] } }",
    "formulas:",
    "  gui-zhi-tang: { cn: 桂枝汤, pinyin: Guìzhī Tāng, en: Cinnamon Twig Decoction }",
    "units:",
    "  - { cn: mg/kg, en: mg/kg, avoid: { cn: [ppm], en: [ppm] } }",
    "sources:",
    "  - { cn: 《金匮要略》, en: Essentials from the Golden Cabinet, avoid: { en: [Golden Cabinet] } }",
  );
}

test("the glossary is optional", () => {
  write("news/a/en.md", "gambir");
  expect(getProblems()).toEqual([]);
});

test("a mistake in the glossary itself is reported", () => {
  write("glossary.yaml", "herbs:", "  gou-teng: { cn: 钩藤, englisch: uncaria }");
  expect(getProblems()).toEqual([
    expect.stringMatching(/^glossary\.yaml:2 herbs\.gou-teng\.englisch is not a field that is known here/),
  ]);
});

test("a herb or formula whose name differs from the glossary is reported", () => {
  writeGlossary();
  write("herbs/facts.yaml", "gou-teng:", "  latin: Uncariae Ramulus");
  write("herbs/cn.yaml", "gou-teng: 钩藤");
  write("herbs/en.yaml", "ma-huang: ephedra", "gou-teng: cat’s claw");
  write("prescription/gui-zhi-tang/item.yaml", "pinyin: Guìzhī Tāng");
  write("prescription/gui-zhi-tang/en.md", "---", "title: Ramulus Cinnamomi Soup", "---", "", "Text.");
  const formatMessage = (found: string, name: string) =>
    `is “${found}” here and “${name}” in glossary.yaml: give it one name in both`;
  expect(getProblems()).toEqual([
    `herbs/facts.yaml:2 gou-teng.latin ${formatMessage("Uncariae Ramulus", "Uncariae Ramulus cum Uncis")}`,
    `herbs/en.yaml:2 gou-teng ${formatMessage("cat’s claw", "uncaria")}`,
    `prescription/gui-zhi-tang/en.md:2 title ${formatMessage("Ramulus Cinnamomi Soup", "Cinnamon Twig Decoction")}`,
  ]);
});

test("words to avoid are reported in texts of their language, in lower and upper case", () => {
  writeGlossary();
  write("news/a/en.md", "---", "title: Gambir", "---", "", "Five PPM of gambir, not gambirs.");
  write("news/a/cn.md", "残留 5ppm；Gambir。");
  expect(getProblems()).toEqual([
    "news/a/cn.md:1 (text) says “ppm”: write “mg/kg”, as in glossary.yaml",
    "news/a/en.md:2 (text) says “Gambir”: write “uncaria”, as in glossary.yaml",
    "news/a/en.md:5 (text) says “PPM”: write “mg/kg”, as in glossary.yaml",
    "news/a/en.md:5 (text) says “gambir”: write “uncaria”, as in glossary.yaml",
  ]);
});

test("the Pinyin name of a formula in a text is reported", () => {
  writeGlossary();
  write(
    "settings/en.yaml",
    "about: Gui Zhi Tang and Guizhi Tang are one, with [notes](/prescription/info/gui-zhi-tang).",
  );
  expect(getProblems()).toEqual([
    "settings/en.yaml:1 (text) says “Gui Zhi Tang”: write “Cinnamon Twig Decoction”, as in glossary.yaml",
    "settings/en.yaml:1 (text) says “Guizhi Tang”: write “Cinnamon Twig Decoction”, as in glossary.yaml",
  ]);
});

test("a correct name may contain a word to avoid", () => {
  writeGlossary();
  write("news/a/en.md", "From Essentials from the Golden Cabinet.", "From the Golden Cabinet.");
  expect(getProblems()).toEqual([
    "news/a/en.md:2 (text) says “Golden Cabinet”: write “Essentials from the Golden Cabinet”, as in glossary.yaml",
  ]);
});
