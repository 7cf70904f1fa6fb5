import { expect, test } from "vitest";
import { setUpTestIndex } from "#tests/setup/content/compiled-content.ts";

const index = await setUpTestIndex();

type Ref = { kind: string; id: string };
const getRefs = (kind: "product" | "case" | "prescription", id: string) =>
  (index.getItem(kind, "en", id)!["related"] as Ref[]).map((ref) => `${ref.kind}/${ref.id}`);

test("an item's related items are those that it names, followed by those that name it", () => {
  const related = getRefs("product", "huang-qi");
  expect(related.slice(0, 2)).toEqual(["prescription/yu-ping-feng-san", "product/huang-qi-extract"]);
  expect(related.slice(2).toSorted()).toEqual(["case/longxi-astragalus", "news/pharmacopoeia-2025"]);
});

test("an ingredient links to its product, preferably the slice rather than the extract", () => {
  const { ingredients } = index.getItem("prescription", "en", "yu-ping-feng-san") as {
    ingredients: { name: string; product?: Ref }[];
  };
  const found = ingredients.map(({ name, product }) => [name, product?.id]);
  expect(found).toEqual([
    ["Huang qi (astragalus root)", "huang-qi"],
    ["Bai zhu (white atractylodes rhizome)", "bai-zhu"],
    ["Fang feng (saposhnikovia root)", undefined],
  ]);
  expect(ingredients[0]).not.toHaveProperty("herb");
});

test("herbs and formulas have their names in both scripts, and an extract has those of its herb", () => {
  const getNames = (kind: "product" | "prescription" | "case", id: string) =>
    (index.getItem(kind, "en", id)!["names"] as { text: string; lang: string }[] | undefined)?.map(({ text }) => text);
  const herb = ["黄芪", "Huángqí", "Astragali Radix", "astragalus root"];
  expect(getNames("product", "huang-qi")).toEqual(herb);
  expect(getNames("product", "huang-qi-extract")).toEqual(herb);
  expect(getNames("prescription", "yu-ping-feng-san")).toEqual([
    "玉屏风散",
    "Yùpíngfēng Sǎn",
    "Pulvis Paraventi Iaspidei",
    "Jade Windscreen Powder",
  ]);
  expect(getNames("case", "longxi-astragalus")).toBeUndefined();
});
