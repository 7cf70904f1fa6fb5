import { expect, test } from "vitest";
import type { ContentSource } from "../files/content-source.ts";
import { getCategoryWords } from "./category-words.ts";

const create = (title: string) => ({ title, summary: title });

test("categories are in the order of the language, and then those that only another one has", () => {
  const tables = { cn: { a: create("甲"), b: create("乙"), c: create("丙") }, en: { b: create("B"), a: create("A") } };
  const source = { categories: { news: tables } } as unknown as ContentSource;
  expect(Object.entries(getCategoryWords(source, "news", "en"))).toEqual([
    ["b", create("B")],
    ["a", create("A")],
    ["c", create("丙")],
  ]);
  expect(Object.keys(getCategoryWords(source, "news", "cn"))).toEqual(["a", "b", "c"]);
});
