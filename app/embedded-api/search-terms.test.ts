import { expect, test } from "vitest";
import { indexTokens, searchExpression } from "./search-terms.ts";

test.each([
  ["黄芪", "黄芪 芪"],
  ["黄芪片 100g", "黄芪 芪片 片 100g"],
  ["维生素C的", "维生 生素 素 c 的"],
  ["Guìzhī Tāng", "guizhi tang"],
  ["ＡＢＣ，全角", "abc 全角 角"],
])("%s is indexed as %s", (text, tokens) => {
  expect(indexTokens(text)).toBe(tokens);
});

test.each([
  ["黄芪", '("黄芪")'],
  ["黄", '("黄"*)'],
  ["黄芪片", '("黄芪 芪片")'],
  ["astrag 黄芪", '("astrag"* AND "黄芪")'],
  ['a" OR b*', '("a"* AND "or"* AND "b"*)'],
  ["!!!", undefined],
  ["", undefined],
])("%j searches for %s", (keyword, expression) => {
  expect(searchExpression(keyword)).toBe(expression);
});
