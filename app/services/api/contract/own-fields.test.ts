import { expect, test } from "vitest";
import { infoSchemas } from "./entities.ts";
import { listFilledFields, listItemNames } from "./own-fields.ts";

const fields = { pinyin: "Sijunzi Tang", latin: "", source: "局方", ingredients: [], actions: "益气健脾" };
const formula = infoSchemas.prescription.parse({ id: "1", title: "四君子汤", lang: "zh-CN", ...fields });

test("only filled fields are listed: facts with their fixed language, words with the item's language", () => {
  expect(listFilledFields("prescription", formula, "en")).toEqual([
    { name: "pinyin", format: "name", value: "Sijunzi Tang", lang: "zh-Latn-pinyin" },
    { name: "source", format: "line", value: "局方", lang: "zh-CN" },
    { name: "actions", format: "paragraph", value: "益气健脾", lang: "zh-CN" },
  ]);
});

test("an item has its list of names, or else the names in its fields", () => {
  expect(listItemNames("prescription", formula)).toEqual([{ text: "Sijunzi Tang", lang: "zh-Latn-pinyin" }]);
  const names = [{ text: "Four Gentlemen", lang: "en" }];
  expect(listItemNames("prescription", { ...formula, names })).toEqual(names);
});
