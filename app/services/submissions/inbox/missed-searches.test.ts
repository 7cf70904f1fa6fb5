import { expect, test } from "vitest";
import { normaliseWord } from "./missed-searches.ts";

test.each([
  ["  Zebra   Root ", "zebra root"],
  ["Ｚｅｂｒａ", "zebra"],
  ["冬虫夏草", "冬虫夏草"],
  ["St John’s-wort", "st john’s-wort"],
  ["a\u202eb\0c", "a b c"],
])("%j is normalised to %j", (input, word) => {
  expect(normaliseWord(input)).toBe(word);
});

test.each([
  ["anna@example.com"],
  ["13800138000"],
  ["一三八零零一三八零零零"],
  ["上海市南京西路"],
  ["人民路12号3室"],
  ["12 High Street"],
  ["www.example.com"],
  ["微信 herbfan"],
  ["anna%40example.com"],
  ["字".repeat(41)],
  [" "],
])("%j is not counted", (input) => {
  expect(normaliseWord(input)).toBeUndefined();
});
