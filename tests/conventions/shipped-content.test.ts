import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Kind } from "../../app/services/api/contract/kinds.ts";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import type { SourceItem } from "../../app/services/content/files/content-source.ts";
import { findGlossaryProblems } from "../../app/services/content/checks/glossary.ts";
import { localeCodes, locales, type Locale } from "../../app/i18n/locales.ts";
import { resources } from "../../app/i18n/messages.server.ts";
import { filterMissing, listRequiredLocales } from "../setup/required-locales.ts";

const { source, problems, missingTranslations } = readContentFolder("content");
const requiredLocales = listRequiredLocales("content");
const items = [...source.items];
const selectKind = <K extends Kind>(kind: K) => items.filter((item) => item.kind === kind) as SourceItem<K>[];

test("the content has no mistakes and is fully translated", () => {
  expect(problems).toEqual([]);
  expect(filterMissing(missingTranslations, "content").toSorted()).toEqual([]);
});

/** Returns the longer sentences of an item in one language, without table cells and labels, because these may repeat. */
function splitSentences({ translations }: SourceItem, locale: Locale): string[] {
  const { words, html } = translations[locale] ?? { words: {}, html: "" };
  const isChinese = locales[locale].language.startsWith("zh");
  const fields = Object.entries(words).filter(([name]) => !["specs", "tags", "title", "moq"].includes(name));
  const texts = JSON.stringify(fields.map(([, value]) => value)).split(/"[,:]?/);
  const body = html
    .replace(/<table[\s\S]*?<\/table>/g, "")
    .replace(/<\/?(?:a|em|strong|code)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, "\n");
  return [...texts, body]
    .flatMap((text) => text.split(isChinese ? /[。！？\n]/ : /(?<=[.!?])\s|\n/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= (isChinese ? 8 : 24));
}

test.each(localeCodes)("%s: no sentence occurs in two items", (locale) => {
  const itemsBySentence = new Map<string, string>();
  const repeatedSentences: string[] = [];
  for (const item of items) {
    for (const sentence of new Set(splitSentences(item, locale))) {
      const first = itemsBySentence.get(sentence);
      if (first) repeatedSentences.push(`${first}, ${item.id}: ${sentence}`);
      itemsBySentence.set(sentence, item.id);
    }
  }
  if (requiredLocales.includes(locale)) expect(itemsBySentence.size).toBeGreaterThan(0);
  expect(repeatedSentences).toEqual([]);
});

test("every formula has a monarch, at most one entry for each herb, and doses of a decoction", () => {
  for (const { id, facts } of selectKind("prescription")) {
    expect(
      facts.ingredients.some(({ role }) => role === "monarch"),
      id,
    ).toBe(true);
    expect(new Set(facts.ingredients.map(({ herb }) => herb)).size, id).toBe(facts.ingredients.length);
    for (const { dose } of facts.ingredients) {
      expect(dose, id).toBeGreaterThanOrEqual(0.5);
      expect(dose, id).toBeLessThanOrEqual(60);
    }
  }
});

test("the glossary has a different name for every herb and formula", () => {
  type Term = Partial<Record<Locale | "pinyin" | "latin", string>>;
  const glossary = parse(readFileSync("content/glossary.yaml", "utf8")) as Record<string, Record<string, Term>>;
  const ids = { herbs: [...source.herbs.keys()], formulas: selectKind("prescription").map(({ id }) => id) };
  for (const [kind, itemIds] of Object.entries(ids)) {
    for (const field of [...requiredLocales, "pinyin", "latin"] as const) {
      const names = itemIds.map((id) => glossary[kind]![id]?.[field]);
      expect([kind, field, itemIds.filter((_, index) => !names[index])]).toEqual([kind, field, []]);
      expect(new Set(names).size).toBe(itemIds.length);
    }
  }
});

test("messages follow the glossary", () => {
  const folder = mkdtempSync(join(tmpdir(), "glossary-"));
  try {
    cpSync("content/glossary.yaml", join(folder, "glossary.yaml"));
    mkdirSync(join(folder, "messages"));
    for (const locale of localeCodes) {
      const texts = JSON.stringify(resources[locales[locale].language], null, 1);
      writeFileSync(join(folder, "messages", `${locale}.md`), texts);
    }
    expect(findGlossaryProblems(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
