import { expect, test } from "vitest";
import { getTags } from "./tags.ts";

test.each([
  ["product.info", { id: "12" }, { related: [{ id: "9", kind: "prescription" }] }, ["product:12", "prescription:9"]],
  ["product.list", {}, { rows: [{ id: "12" }, { id: "a b" }] }, ["product", "product:12", "product:a%20b"]],
  ["article.prevnext", { kind: "news", id: "2" }, { prev: { id: "1" } }, ["news:2", "news", "news:1"]],
  ["product.info", { id: "12" }, { id: "other" }, ["product:12"]],
  ["batch.info", { id: "hq-1" }, { id: "HQ-1", product: { id: "9", kind: "product" } }, ["batch:HQ-1", "product:9"]],
  ["batch.info", { id: "hq-1" }, {}, ["batch:hq-1"]],
  ["cat.list", { kind: "case" }, { rows: [{ id: "1", slug: "x" }] }, ["cat"]],
  ["ad.list", {}, { rows: [{ id: "1" }] }, ["ad"]],
  ["menu.tree", {}, { rows: [{ id: "1" }] }, ["menu"]],
  ["setting.list", {}, {}, ["setting"]],
] as const)("the response to %s with the input %j has the tags by which it is purged", (key, input, data, tags) => {
  expect(getTags(key, input, data)).toEqual(tags);
});
