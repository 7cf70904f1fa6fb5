import { expect, test } from "vitest";
import { createIndexTokens, createTitleStartPhrase, createPhrase, createTitleTokens } from "./index-tokens.ts";
import { tokenize } from "./terms.ts";

test.each([
  ["黄芪", "黄芪 芪 黄"],
  ["黄芪、白术", "黄芪 芪 白术 术 黄 白"],
  ["维生素C的", "维生 生素 素 c 的 维 生"],
  ["dried roots", "dri root"],
])("%s is kept as %s", (text, tokens) => {
  expect(new Set(createIndexTokens(tokenize(text)).join(" ").split(" "))).toEqual(new Set(tokens.split(" ")));
});

test.each([
  ["黄芪", '"黄芪"'],
  ["黄", '"黄"'],
  ["黄芪片", '"黄芪 芪片"'],
  ["维生素C", '"维生 生素 素 c"'],
  ["milk-vetch", '"milk vetch"'],
])("%s is looked for as %s", (text, expected) => {
  expect(createPhrase(tokenize(text))).toBe(expected);
});

test("the start of a title has a token of its own", () => {
  expect(createTitleTokens(tokenize("黄芪片")).slice(0, 3)).toEqual(["\ue000黄", "黄芪", "芪片"]);
  expect(createTitleTokens(tokenize("Bai shao"))).toEqual(["\ue000bai", "bai", "shao"]);
  expect(createTitleStartPhrase(tokenize("黄芪"))).toBe('"\ue000黄 黄芪"');
  expect(createTitleStartPhrase(tokenize("黄"))).toBe('"\ue000黄"');
  expect(createTitleStartPhrase(tokenize("bai shao"))).toBe('"\ue000bai bai shao"');
});

test("a title that starts with a long text also has the phrases of the text", () => {
  const tokens = tokenize("甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未");
  expect(createTitleStartPhrase(tokens)).toContain(createPhrase(tokens));
});

test("a long text is looked for as several phrases", () => {
  const expression = createPhrase(tokenize("黄".repeat(40)));
  expect(expression.match(/"[^"]+"/g)!.every((phrase) => phrase.split(" ").length <= 16)).toBe(true);
  expect(expression).toMatch(/^\(".+" AND ".+" AND ".+"\)$/);
});
