import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Locale } from "#app/i18n/locales.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { getSearchedTexts } from "#app/services/content/compile/compiled-item.ts";
import { setUpTestIndex } from "#tests/setup/content/compiled-content.ts";
import { createHitDescriber } from "./hit.ts";
import { createExtract, findMarks, partSeparator } from "./marks.ts";
import type { IndexedNames } from "./names.ts";
import { readQuery, type Query } from "./query.ts";
import { rankItems, ranks } from "./ranking.ts";
import { searchSchema, SearchWriter } from "./search-writer.ts";
import { openTermIndex } from "./term-index.ts";
import { tokenize } from "./terms.ts";
import { createVocabulary } from "./vocabulary.ts";

const index = await setUpTestIndex();

type Row = { id: string; title: string; hit: { rank: number; title?: [number, number][]; name?: string } };

const noTexts = { title: "", tags: "", summary: "", body: "", names: { titles: [], others: [], phonetic: [] } };

async function search(kind: Kind, locale: Locale, keyword: string, more: object = {}) {
  const query = { keyword, page: 1, pageSize: 12, sort: "newest", ...more } as const;
  const found = (await index.search(kind, locale, query))!;
  const rows = found.rows as Row[];
  return { ...found, rows, ids: rows.map(({ id }) => id), first: rows[0] };
}

test("an exact name ranks before titles that begin with it, and those before titles that contain it", async () => {
  expect((await search("product", "cn", "黄芪")).ids.slice(0, 2)).toEqual(["huang-qi", "huang-qi-extract"]);
  expect((await search("news", "cn", "煎药")).first?.id).toBe("how-to-decoct");
});

test.each<[Locale, string]>([
  ["cn", "黄芪价格"],
  ["cn", "今日黄芪报价"],
  ["cn", "黄芪2026价格"],
  ["cn", "黄芪功效"],
  ["en", "astragalus price"],
  ["en", "price of astragalus root"],
])("%s: the item of the name in %s is first", async (locale, keyword) => {
  expect((await search("product", locale, keyword)).ids[0]).toBe("huang-qi");
});

test("of the names in a keyword the longest counts, and initials don't", async () => {
  expect((await search("product", "cn", "黄芪提取物价格")).ids[0]).toBe("huang-qi-extract");
  expect((await search("product", "en", "hq spaceship")).first?.hit.rank).not.toBe(0);
});

test("among equal hits the newest is first", async () => {
  const { rows } = await search("prescription", "en", "decoction");
  const dates = rows.filter(({ hit }) => hit.rank === rows[0]!.hit.rank).map((row) => (row as { date?: string }).date!);
  expect(dates.length).toBeGreaterThan(3);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test.each<[Locale, string, string]>([
  ["en", "gingseng", "ginseng"],
  ["en", "astragulus extract", "astragalus extract"],
  ["cn", "黄其", "黄芪"],
  ["cn", "黄其 当归", "黄芪 当归"],
])("%s: %s is corrected to %s", async (locale, typed, meant) => {
  expect((await search("product", locale, typed)).search).toMatchObject({ meant });
  expect((await search("product", locale, typed, { verbatim: "1" })).search).toBeUndefined();
});

test.each<[Locale, string]>([
  ["cn", "黄芪"],
  ["cn", "知识"],
  ["en", "angelica"],
  ["en", "sage"],
  ["en", "roots"],
])("%s: %s isn't replaced by a correction", async (locale, typed) => {
  expect((await search("product", locale, typed)).search?.meant).toBeUndefined();
});

test("if no item has all words, the best partial matches are shown, with a note", async () => {
  const { search: interpretation, first } = await search("product", "en", "ginseng spaceship");
  expect([interpretation?.isPartial, first?.id]).toEqual([true, "ren-shen"]);
  const found = await search("product", "en", "no-such-thing-x7q3");
  expect([found.total, found.search?.isPartial]).toEqual([0, undefined]);
});

test.each<[Locale, string, string, string]>([
  ["en", "gingseng spaceship", "ginseng", "ren-shen"],
  ["cn", "当归的功效与作用", "当归", "dang-gui"],
  ["cn", "川芎泡水", "川芎", "chuan-xiong"],
])("%s: a search for %s finds the item that has only the words %s", async (locale, typed, meant, id) => {
  const { search: interpretation, first } = await search("product", locale, typed);
  expect([interpretation, first?.id]).toEqual([{ meant, isPartial: true }, id]);
});

test.each<[Locale, string, string]>([
  ["en", "how much is ginseng", "ren-shen"],
  ["en", "where to buy poria", "fu-ling"],
  ["cn", "黄芪多少钱一公斤", "huang-qi"],
  ["cn", "炒白术", "bai-zhu"],
  ["en", "Radix Astragali", "huang-qi"],
  ["en", "Radix Ginseng", "ren-shen"],
])("%s: %s finds the herb", async (locale, typed, id) => {
  const { search: interpretation, first } = await search("product", locale, typed);
  expect([interpretation, first?.id]).toEqual([undefined, id]);
});

test("stop words are searched for if the query has no other words", async () => {
  expect((await search("news", "en", "what does")).total).toBeGreaterThan(0);
});

test("if nothing is found, similar names are offered", async () => {
  expect((await search("product", "en", "notoginsxyz")).search?.near).toContain("notoginseng");
  expect((await search("product", "cn", "川穹")).search?.near).toContain("川芎");
});

test("suggestions omit matches in bodies if there are better matches", async () => {
  const brief = { brief: "1", pageSize: 100 };
  const countAllAndSuggested = async (keyword: string) => [
    (await search("prescription", "cn", keyword)).total,
    (await search("prescription", "cn", keyword, brief)).total,
  ];
  expect(await countAllAndSuggested("no-such-thing-x7q3")).toEqual([0, 0]);
  const [all, suggested] = await countAllAndSuggested("桂枝");
  expect(suggested).toBeGreaterThan(0);
  expect(suggested).toBeLessThan(all!);
});

test("matches are marked in the title and in an extract", async () => {
  const { first } = await search("prescription", "en", "two places");
  const { text, marks } = (first as unknown as { hit: { extract: { text: string; marks: [number, number][] } } }).hit
    .extract;
  expect(marks.map(([start, end]) => text.slice(start, end))).toContain("two places");
  const root = (await search("product", "en", "黄芪")).first!;
  expect(root.hit.title!.map(([start, end]) => root.title.slice(start, end))).toEqual(["Huang qi", "astragalus root"]);
  expect(root.hit.name).toBe("黄芪");
});

test("an extract has no space where a link ends, and sets headings apart", async () => {
  const { rows } = await search("product", "cn", "这里提到", { pageSize: 1, verbatim: "1" });
  const { extract } = (rows[0] as unknown as { hit: { extract: { text: string } } }).hit;
  expect(extract.text).toMatch(/这里提到桂枝汤。$/);
  expect(extract.text).toMatch(/用法 · /);
});

test("a page of search results is a slice of the sorted list, also within a category", async () => {
  const allResults = await search("prescription", "cn", "汤", { pageSize: 100 });
  const second = await search("prescription", "cn", "汤", { pageSize: 2, page: 2 });
  expect(second.ids).toHaveLength(2);
  expect(second.ids).toEqual(allResults.ids.slice(2, 4));
  const categoryResults = await search("prescription", "cn", "汤", { cat: "tonifying", pageSize: 100 });
  expect(categoryResults.total).toBeGreaterThan(0);
  expect(categoryResults.total).toBeLessThan(allResults.total);
  expect(categoryResults.ids).toEqual(allResults.ids.filter((id) => categoryResults.ids.includes(id)));
  const byTitle = await search("prescription", "cn", "汤", { sort: "title", pageSize: 100 });
  expect(byTitle.ids.toSorted()).toEqual(allResults.ids.toSorted());
  expect(byTitle.ids).not.toEqual(allResults.ids);
});

test.each([
  ["cn", ["黄芪", "当归 补气", "甘", "这里提到", "huang", "汤", "测试用的一项这里是第一段文字甘肃亳州是两个地名"]],
  ["en", ["astragalus", "astragalusextract", "astrag", "the", "Ju hua (chrysanthemum flower)", "tonify qi"]],
] as const)("the total of a search in %s equals the number of items found", async (locale, keywords) => {
  for (const keyword of keywords) {
    for (const kind of ["news", "prescription", "product", "case", "service"] as const) {
      for (const sort of ["newest", "title"]) {
        const { ids, total } = await search(kind, locale, keyword, { sort, pageSize: 100 });
        expect([keyword, kind, sort, new Set(ids).size]).toEqual([keyword, kind, sort, total]);
      }
    }
  }
  expect((await search("product", "en", "astragalusextract")).ids).toEqual(["huang-qi-extract"]);
});

test("a name is found if its words, in any form, follow one another", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(searchSchema);
  const writer = new SearchWriter(database);
  writer.addSynonyms([["黄芪", "huang qi", "astragalus root"]]);
  const texts = [
    "北黃耆與黃芪片",
    "Huáng qí",
    "the roots: Astragalus roots",
    "root of astragalus; huang, then qi",
    "黄 与 芪",
  ];
  texts.forEach((body, index) => {
    writer.addItem(index, { ...noTexts, body });
  });
  writer.addItem(texts.length, { ...noTexts, tags: "黄芪" });
  writer.addItem(texts.length + 1, { ...noTexts, title: "用黄芪" });
  writer.addItem(texts.length + 2, { ...noTexts, title: "黄芪片" });
  writer.finish();
  const size = texts.length + 3;
  const visible = new Uint8Array(size).fill(1);
  const query = readQuery("astragalus root", await createVocabulary(database), () => true);
  const terms = openTermIndex(database, size);
  const { ranks: found, best, count } = rankItems(query, terms, visible);
  const { body, tags, title, titleStart, none } = ranks;
  expect([...found]).toEqual([body, body, body, none, none, tags, title, titleStart]);
  expect([best, count]).toEqual([titleStart, 6]);
  visible[size - 1] = 0;
  expect(rankItems(query, terms, visible)).toMatchObject({ best: title, count: 5 });
});

test("other work runs between concurrent searches", async () => {
  let turns = 0;
  const counter = setInterval(() => turns++, 0);
  const query = (number: number) =>
    ({ keyword: `astragalus ${number}`, page: 1, pageSize: 12, sort: "newest" }) as const;
  const searchFor = (number: number) =>
    index.search("product", "en", query(number), { network: `sender ${number % 4}` });
  await Promise.all(Array.from({ length: 200 }, (_, number) => searchFor(number)));
  clearInterval(counter);
  expect(turns).toBeGreaterThan(20);
});

test("a hit on the beginning of an alias shows the whole alias", async () => {
  expect((await search("product", "cn", "huang")).first).toMatchObject({ id: "huang-qi", hit: { name: "huang qi" } });
  const { first } = await search("product", "en", "huang qi ti qu");
  expect(first).toMatchObject({ id: "huang-qi-extract", hit: { name: "黄芪提取物" } });
});

/** Indexes items that have only names. @returns a function that lists the numbers of found items, from 1 */
async function indexNames(items: IndexedNames[]) {
  const database = new DatabaseSync(":memory:");
  database.exec(searchSchema);
  const writer = new SearchWriter(database);
  items.forEach((names, index) => writer.addItem(index + 1, { ...noTexts, names }));
  writer.finish();
  const terms = openTermIndex(database, items.length + 1);
  const visible = new Uint8Array(items.length + 1).fill(1, 1);
  const vocabulary = await createVocabulary(database);
  return (text: string) => {
    const query = readQuery(text, vocabulary, () => true);
    const { ranks: found } = rankItems(query, terms, visible);
    return [...found.keys()].filter((number) => number > 0 && found[number] !== ranks.none);
  };
}

test("Pinyin syllables match in the middle of a name, but not of a sentence", async () => {
  const find = await indexNames([
    { titles: ["一字之差，一补一燥"], others: [], phonetic: ["yi zi zhi cha", "yi bu yi zao"] },
    { titles: ["六味地黄丸"], others: [], phonetic: ["liu wei di huang wan"], initials: "lwdhw" },
  ]);
  expect([find("zi zhi"), find("yi zi"), find("yi bu yi zao"), find("di huang")]).toEqual([[], [1], [1], [2]]);
});

test("an extract comes from a single part of a text; punctuation separates cells and ingredients within a part", async () => {
  const extract = createExtract(`一二三${partSeparator}黄芪、白术${partSeparator}四五六`, [
    { tokens: tokenize("白术") },
  ]);
  expect(extract).toEqual({ text: "黄芪、白术", marks: [[3, 5]] });
  const marks = findMarks("Astragali Radix · Radix Angelicae · Radix, Astragali", [
    { tokens: tokenize("Radix Astragali") },
  ]);
  expect(marks).toEqual([]);
  const longText = `${"字".repeat(249)}sleep`;
  expect(createExtract(longText, [{ tokens: tokenize("s") }])).toBeUndefined();
  const texts = getSearchedTexts({
    kind: "prescription",
    locale: "en",
    id: "a",
    row: { title: "A" },
    info: {
      body: "<table><thead><tr><th>Test</th></tr></thead><tr><th>One</th><td>Two</td></tr></table><p>Three</p>",
      source: "Old Book, second scroll",
      ingredients: [
        { name: "astragalus root", latin: "Astragali Radix" },
        { name: "jujube", latin: "Jujubae Fructus" },
      ],
    },
    names: noTexts.names,
  } as never);
  expect(texts.body.split(partSeparator)).toEqual(
    expect.arrayContaining(["One · Two; Three", "astragalus root, jujube", "Astragali Radix, Jujubae Fructus"]),
  );
});

test("an extract doesn't begin with the end of the previous sentence", () => {
  // The extract would otherwise begin with the full stop.
  const { text } = createExtract(`${"前".repeat(30)}。${"一".repeat(24)}白术`, [{ tokens: tokenize("白术") }])!;
  expect(text).toBe(`…${"一".repeat(24)}白术`);
});

test("a Chinese keyword gets no extract that matches only by a Latin name", () => {
  const query = {
    text: "法半夏",
    units: [{ names: [["法半夏", "Pinelliae Rhizoma"]], variants: [] }],
  } as unknown as Query;
  const row = { row: JSON.stringify({ title: "半夏厚朴汤" }), names: JSON.stringify(noTexts.names) };
  const createTestHit = createHitDescriber(query, false);
  expect(createTestHit({ ...row, text: "Pinelliae Rhizoma、Poria" }, 1).extract).toBeUndefined();
  expect(createTestHit({ ...row, text: "法半夏、茯苓" }, 1).extract?.text).toBe("法半夏、茯苓");
});

test("the letter O in a number is a zero", () => {
  expect(tokenize("HQ2512O1 QG-P-O1O1 omega3 O2").map(({ term }) => term)).toEqual(
    tokenize("HQ251201 QG-P-0101 omega3 02").map(({ term }) => term),
  );
});

test.each([
  ["黄芪", ["huang-qi"]],
  ["黃芪", ["huang-qi"]],
  ["huangqi", ["huang-qi"]],
  ["Huáng qí", ["huang-qi"]],
  ["Astragalus Root", ["huang-qi"]],
  ["Radix Astragali", ["huang-qi"]],
  ["黄芪提取物", ["huang-qi-extract"]],
  ["hq", []],
  ["黄芪片", []],
  ["astragalus", []],
  ["桂枝汤", []],
])("the whole name %j means the products %j", async (name, ids) => {
  for (const locale of ["cn", "en"] as const) {
    const { rows } = await index.listByNames(locale, [name], { page: 1, pageSize: 12 });
    expect(rows).toEqual(ids.map((id) => expect.objectContaining({ id, typed: [name] }) as unknown));
  }
});
