import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { formNames, forms } from "#app/services/api/contract/forms/forms.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import type { SourceItem } from "#app/services/content/files/content-source.ts";
import { getAlt } from "#app/services/content/photos/item-photos.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { filterMissing, listRequiredLocales } from "#tests/setup/content/required-locales.ts";

const { source, problems, missingTranslations } = await readContentFolder("content");
const requiredLocales = listRequiredLocales("content");
const items = [...source.items];
const selectKind = <K extends Kind>(kind: K) => items.filter((item) => item.kind === kind) as SourceItem<K>[];

test("the content has no mistakes and is fully translated", () => {
  expect(problems).toEqual([]);
  expect(filterMissing(missingTranslations, "content").toSorted()).toEqual([]);
});

test.each(requiredLocales)("%s: the privacy notice states what each form is for, and links to it", (locale) => {
  const notice = readFileSync(`content/page/privacy/index.${locale}.md`, "utf8");
  for (const form of formNames) expect(notice).toContain(`](${forms[form].page})**`);
});

/** Returns an item's longer sentences in one language. Leaves out table cells and labels, because these may repeat. */
function splitSentences({ translations }: SourceItem, locale: Locale): string[] {
  const { words, renderHtml } = translations[locale] ?? { words: {}, renderHtml: () => "" };
  const isChinese = locales[locale].language.startsWith("zh");
  const fields = Object.entries(words).filter(([name]) => !["specs", "tags", "title", "moq"].includes(name));
  const listTexts = (value: unknown): string[] =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [String(value)];
  const texts = fields.flatMap(([, value]) => listTexts(value));
  const body = renderHtml()
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

test("every formula has a monarch, at most one entry for each herb, and doses from 0.5 to 60 g", () => {
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

/** Lists the names of an item's plates. */
const listPlates = ({ facts }: SourceItem) => new Set([...(facts.plate ? [facts.plate] : []), ...facts.gallery]);

test("no two items share a plate, apart from products and formulas", () => {
  const places = items.flatMap((item) =>
    ["product", "prescription"].includes(item.kind) ? [] : [...listPlates(item)].map((plate) => ({ plate, item })),
  );
  const itemsByPlate = Object.groupBy(places, ({ plate }) => plate);
  const shared = Object.entries(itemsByPlate).filter(([, others]) => others!.length > 1);
  expect(shared.map(([plate, others]) => `${plate}: ${others!.map(({ item }) => item.id).join(", ")}`)).toEqual([]);
});

test("cases and services have drawings of their own, with alternative texts in each language", () => {
  const pages = [...selectKind("case"), ...selectKind("service")];
  for (const { id, facts, translations } of pages) {
    expect([facts.plate, facts.gallery], id).toEqual([id, []]);
    expect(statSync(`public/plates/${id}.svg`).size, id).toBeLessThanOrEqual(12 * 1024);
    for (const locale of requiredLocales) expect(getAlt(translations[locale]!.words.alt, id), id).toMatch(/./);
  }
  expect(source.herbs.size).toBeGreaterThan(0);
  expect(pages.filter(({ id }) => source.herbs.has(id))).toEqual([]);
});

test("a product has only its herb's plate, except that an extract's main plate is its own", () => {
  for (const { id, facts } of selectKind("product")) {
    const herb = facts.herb ?? id;
    const isExtract = id === `${herb}-extract`;
    if (isExtract) expect(facts.plate).toBe(id);
    const ownHerbs = [herb, ...(isExtract ? [id] : [])];
    expect(
      [...listPlates({ facts } as SourceItem)].filter((plate) => !ownHerbs.includes(plate) && !plate.includes(".")),
      id,
    ).toEqual([]);
  }
});

test("no alias is the name of another drug, and each has a source that the notes explain", () => {
  const otherDrugs =
    "川木通, 粉葛, black cohosh, Amur cork tree bark, 铁皮石斛, cat’s claw vine, 石莲子, 建曲, 茯神木, 制半夏, 抚芎, 苇茎, gambir vine, " +
    "hawthorn berry, pseudoginseng, ginger root, dioscorea, 酸枣核, sour jujube, 黄檗, 黑参, 紫丹参, 杏仁, apricot kernel, " +
    "fermented black bean, ginkgo, akebia, lycium, 雅连, 紫芝";
  const names = [...source.herbs.values()].flatMap((herb) => [
    ...new Set([...Object.values(herb.names), ...herb.aliases].map((name) => name.toLowerCase())),
  ]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => otherDrugs.toLowerCase().split(", ").includes(name))).toEqual([]);
  const files = readdirSync("content/herbs").map((name) => readFileSync(`content/herbs/${name}`, "utf8"));
  const aliases = files.flatMap((text) => text.match(/^ {2}- .*$/gm) ?? []);
  const codes = [...readFileSync("docs/content-notes.md", "utf8").matchAll(/^\| `([A-Z]+)`/gm)].map(([, code]) => code);
  expect(aliases.length).toBe([...source.herbs.values()].flatMap((herb) => herb.aliases).length);
  expect(aliases.filter((line) => !codes.includes(/ # ([A-Z]+)$/.exec(line)?.[1]))).toEqual([]);
});
