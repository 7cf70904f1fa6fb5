import { readFileSync, statSync } from "node:fs";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import type { SourceItem } from "#app/services/content/files/content-source.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";

// The shipped PDFs were created by hand, so these tests compare them with the content of the site.

const { source } = await readContentFolder("content");
const items = [...source.items];
const findItem = (kind: string, id: string) => items.find((item) => item.kind === kind && item.id === id)!;

/** Removes spaces and line ends, and normalises the radicals that fonts use for Chinese characters. */
const removeSpaces = (text: string) => text.normalize("NFKC").replaceAll(/\s+/g, "");

async function readPdf(url: string): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(readFileSync(`public${url}`)));
  return removeSpaces((await extractText(pdf, { mergePages: true })).text);
}

const listSpecs = ({ translations }: SourceItem, locale: Locale) =>
  (translations[locale]!.words as { specs: { label: string; value: string }[] }).specs.map(
    ({ label, value }) => `${label} ${value}`,
  );

const sheets = items.flatMap(({ kind, id, translations }) =>
  localeCodes.flatMap((locale) =>
    (translations[locale]?.attachments ?? []).map(({ url }) => ({ url, locale, item: findItem(kind, id) })),
  ),
);

test("there are data sheets, and no PDF is larger than 120 kB", () => {
  expect(sheets.length).toBeGreaterThanOrEqual(8);
  const urls = [...sheets.map(({ url }) => url), ...source.batches.map(({ certificate }) => certificate!.url)];
  for (const url of urls) expect(statSync(`public${url}`).size, url).toBeLessThanOrEqual(120_000);
});

test.each(sheets)("$url has the same content as its page", async ({ url, locale, item }) => {
  const pdf = await readPdf(url);
  const { words, renderHtml } = item.translations[locale]!;
  const {
    specs = [],
    origin = "",
    packaging = "",
    moq = "",
  } = words as Partial<Record<"origin" | "packaging" | "moq", string>> & {
    specs?: { label: string; value: string }[];
  };
  const paragraphs = renderHtml()
    .replaceAll(/<\/?(?:a|em|strong)\b[^>]*>/g, "")
    .split(/<[^>]*>/);
  const texts = [
    words.title,
    words.summary,
    origin,
    packaging,
    moq,
    ...specs.flatMap(({ label, value }) => [label, value]),
    ...paragraphs,
  ];
  for (const text of texts)
    expect(pdf).toContain(removeSpaces(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&")));
});

describe.each(source.batches.map((batch) => ({ ...batch, product: findItem("product", batch.facts.product) })))(
  "the batch $id",
  ({ id, facts, certificate, product }) => {
    const editionPattern = /《中国药典》(\d{4})\s*年版/g;

    test("the certificate contains the batch's dates, limits and results, in both languages", async () => {
      const pdf = await readPdf(certificate!.url);
      const dates = [facts.produced, facts.cut, facts.tested, facts.released, facts.bestBefore, facts.harvest!.cn];
      for (const text of [id, ...dates, ...Object.values(facts.origin!)]) expect(pdf).toContain(removeSpaces(text!));
      for (const { test: name, limit, result } of facts.results) {
        const row = [name, limit!, result].flatMap(({ cn, en }) => [cn!, en ?? ""]).join(" ");
        expect(pdf).toContain(removeSpaces(row));
      }
      expect(pdf).toContain(`${facts.results.length}项检验均在`);
    });

    test("the limits equal those on the product's page", () => {
      const specs = listSpecs(product, "cn").join("；");
      const english = listSpecs(product, "en").join("; ");
      const shared = facts.results.filter(({ test: name }) => specs.includes(name.cn!));
      expect(shared.length).toBeGreaterThanOrEqual(3);
      for (const { test: name, limit } of shared) {
        expect(specs).toContain(`${name.cn} ${limit!.cn}`);
        expect(english).toContain(limit!.cn!.replace(/^[≤≥]/, ""));
      }
    });

    test("standard and certificate name the pharmacopoeia edition in force on the production date", async () => {
      const { translations } = findItem("news", "pharmacopoeia-2025");
      const [, year, month, day] = /(\d{4}) 年 (\d+) 月 (\d+) 日起施行/.exec(translations.cn!.renderHtml())!;
      const effective = `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
      const edition = facts.produced < effective ? "2020" : "2025";
      const texts = [facts.standard!.cn!, await readPdf(certificate!.url)];
      for (const text of texts)
        expect([...new Set(Array.from(text.matchAll(editionPattern), ([, year]) => year))]).toEqual([edition]);
      expect(facts.standard!.en).toContain(`ChP ${edition}`);
    });

    test("the results include the tests that the company promises for every batch", () => {
      const names = facts.results.map(({ test: name }) => name.cn);
      for (const name of ["性状", "水分", "总灰分", "二氧化硫残留量"]) expect(names).toContain(name);
    });
  },
);
