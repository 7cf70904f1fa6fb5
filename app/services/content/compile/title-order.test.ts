import { expect, test } from "vitest";
import { setUpTestIndex } from "#tests/setup/content/compiled-content.ts";

const index = await setUpTestIndex("content");

test.each(["product", "prescription"] as const)("a Chinese list of kind %s by title is in order of Pinyin", (kind) => {
  const { rows } = index.list(kind, "cn", { page: 1, pageSize: 100, sort: "title" })!;
  const readings = (rows as { names: { text: string; lang: string }[] }[]).map(
    ({ names }) => names.find(({ lang }) => lang === "zh-Latn-pinyin")!.text,
  );
  expect(readings).toEqual(readings.toSorted(new Intl.Collator("zh-CN").compare));
});
