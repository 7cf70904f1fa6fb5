import { expect, test } from "vitest";
import type { Kind } from "../../app/contract/kinds.ts";
import { readContentFolder } from "../../app/embedded-api/content-folder.ts";
import type { SourceItem } from "../../app/embedded-api/content-source.ts";
import { localeCodes, locales, type Locale } from "../../app/i18n/locales.ts";
import { wholeLocales } from "../setup/whole-locales.ts";

const { source } = readContentFolder("content");
const items = [...source.items];
const ofKind = <K extends Kind>(kind: K) => items.filter((item) => item.kind === kind) as SourceItem<K>[];

/** How many items the kinds that came with the site have at the least. */
const least: Partial<Record<Kind, number>> = { prescription: 30, product: 30, news: 18, case: 8, service: 6 };

test.each(Object.keys(least) as Kind[])("%s: enough items, in categories of two levels and more", (kind) => {
  expect(ofKind(kind).length).toBeGreaterThanOrEqual(least[kind]!);
  for (const locale of wholeLocales) {
    const slugs = Object.keys(source.categories[kind][locale]!);
    expect(slugs.some((slug) => slug.includes("/"))).toBe(true);
  }
});

/** Every text of an item in one language, but for table cells and labels, which may be alike. */
function sentences({ translations }: SourceItem, locale: Locale): string[] {
  const { words, html } = translations[locale] ?? { words: {}, html: "" };
  const isChinese = locales[locale].language.startsWith("zh");
  const fields = Object.entries(words).filter(([name]) => !["specs", "tags", "title", "moq"].includes(name));
  const texts = JSON.stringify(fields.map(([, value]) => value)).split(/"[,:]?/);
  const body = html.replace(/<table[\s\S]*?<\/table>/g, "").replace(/<[^>]+>/g, "\n");
  return [...texts, body]
    .flatMap((text) => text.split(isChinese ? /[。！？\n]/ : /(?<=[.!?])\s|\n/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= (isChinese ? 8 : 24));
}

test.each(localeCodes)("%s: no sentence stands in two items", (locale) => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const item of items) {
    for (const sentence of new Set(sentences(item, locale))) {
      const first = seen.get(sentence);
      if (first) twice.push(`${first}, ${item.id}: ${sentence}`);
      seen.set(sentence, item.id);
    }
  }
  if (wholeLocales.includes(locale)) expect(seen.size).toBeGreaterThan(1500);
  expect(twice).toEqual([]);
});

test("every formula has a monarch, at most one entry a herb, and doses that a decoction has", () => {
  for (const { id, facts } of ofKind("prescription")) {
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

test("adverts stand in three groups, and the menu has three levels", () => {
  type Tree = { children?: Tree[] };
  const depth = (tree: Tree[] = []): number =>
    1 + Math.max(0, ...tree.map((one) => (one.children ? depth(one.children) : 0)));
  for (const locale of wholeLocales) {
    const { rows: adverts } = source.documents.adverts[locale] as { rows: { aid: string }[] };
    expect(new Set(adverts.map(({ aid }) => aid)).size).toBe(3);
    const { rows: menu } = source.documents.menu[locale] as { rows: Tree[] };
    expect(depth(menu)).toBe(3);
  }
});
