import { expect, test } from "vitest";
import { alignReading, getSyllables, toSyllables } from "./pinyin.ts";

test("a name's syllables are taken from its given Pinyin", () => {
  expect(alignReading("白术", "bai zhu")?.syllables).toEqual(["bai", "zhu"]);
  expect(alignReading("桂枝汤", "Guìzhī Tāng")?.syllables).toEqual(["gui", "zhi", "tang"]);
  expect(alignReading("制半夏", "ban xia")).toBeUndefined();
  expect(alignReading("Ginseng", "ren shen")).toBeUndefined();
});

test("the reading of a known name also applies within other names", () => {
  const known = [alignReading("天麻", "tian ma")!, { characters: ["厚", "朴"], syllables: ["hou", "po"] }];
  expect(toSyllables("半夏厚朴汤", known)).toEqual(["ban", "xia", "hou", "po", "tang"]);
});

test("a character has all its readings, without tones", () => {
  expect(getSyllables("术")).toEqual(expect.arrayContaining(["shu", "zhu"]));
  expect(getSyllables("绿")).toContain("lu");
});
