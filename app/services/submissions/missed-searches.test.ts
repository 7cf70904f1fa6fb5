import { expect, test } from "vitest";
import { normalisePath, normaliseWord } from "./missed-searches.ts";

test.each([
  ["  Zebra   Root ", "zebra root"],
  ["ＱＧ－Ｐ－０９９９", "qg-p-0999"],
  ["冬虫夏草", "冬虫夏草"],
  ["2025 pharmacopoeia", "2025 pharmacopoeia"],
  ["a\u202eb\0c", "a b c"],
])("%j is normalised to %j", (input, word) => {
  expect(normaliseWord(input)).toBe(word);
});

test.each([
  ["anna@example.com"],
  ["13800138000"],
  ["138 0013 8000"],
  ["+86-138-0013-8000"],
  ["一三八零零一三八零零零"],
  ["110101199003077758"],
  ["上海市南京西路"],
  ["人民路12号3室"],
  ["12 High Street"],
  ["https://example.com/x"],
  ["微信 herbfan"],
  ["字".repeat(41)],
  [" "],
])("%j is not counted", (input) => {
  expect(normaliseWord(input)).toBeUndefined();
});

test.each([
  ["/old/huangqi.html", "/old/huangqi.html"],
  ["/%E4%BA%A7%E5%93%81", "/产品"],
  ["/show.asp", "/show.asp"],
])("the address %s is counted as %s", (path, counted) => {
  expect(normalisePath(path)).toBe(counted);
});

test.each([
  ["/.env"],
  ["/a/.git/config"],
  ["/wp-login.php"],
  ["/u/13800138000"],
  ["/u/anna@example.com"],
  [`/${"a".repeat(200)}`],
])("the address %s is not counted", (path) => {
  expect(normalisePath(path)).toBeUndefined();
});
