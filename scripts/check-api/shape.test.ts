import { expect, test } from "vitest";
import { endpoints, type EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { examples } from "../../app/services/api/contract/examples.ts";
import { compareShape } from "./shape.ts";

/** Returns the remarks about a call's example after one field has been replaced, or removed if there is no value. */
function getRemarks(key: EndpointKey, path: string, value?: unknown): string[] {
  const data = structuredClone(examples[key].data) as Record<string, unknown>;
  const steps = path.split(".");
  const parent = steps.slice(0, -1).reduce((node, step) => node[step] as Record<string, unknown>, data);
  if (value === undefined) delete parent[steps.at(-1)!];
  else parent[steps.at(-1)!] = value;
  return compareShape(endpoints[key].data, data).map(
    ({ level, mandatory, path, found }) => `${level}${mandatory ? "!" : ""} ${path} ${found}`,
  );
}

test.each<[EndpointKey, string, unknown, string[]]>([
  ["news.list", "rows.0.id", undefined, ["missing! data.rows[0].id nothing"]],
  ["news.list", "rows.0.id", "a-7", []],
  ["news.list", "rows.0.title", null, ["missing! data.rows[0].title null"]],
  ["news.list", "rows.0.title", "", [`wrong! data.rows[0].title "": the site can't read it`]],
  ["news.list", "rows.0.title", 42, [`tolerated data.rows[0].title 42: the site reads "42"`]],
  ["news.list", "rows.0", "row", [`tolerated data.rows[0] "row": the site leaves it out`]],
  ["news.list", "rows", null, ["tolerated data.rows null: the site reads it as absent"]],
  ["news.list", "rows", {}, ["wrong! data.rows {}: the site reads it as absent"]],
  ["news.list", "total", "31", [`tolerated data.total "31": the site reads 31`]],
  ["news.list", "rows.0.date", "2025/3/2", [`tolerated data.rows[0].date "2025/3/2": the site reads "2025-03-02"`]],
  ["news.list", "rows.0.date", "soon", [`wrong data.rows[0].date "soon": the site reads it as absent`]],
  ["news.list", "rows.0.cover", "", [`tolerated data.rows[0].cover "": the site reads it as absent`]],
  ["news.list", "rows.0.cover", "a.jpg", [`wrong data.rows[0].cover "a.jpg": not of a form that the site can use`]],
  ["news.list", "rows.0.cover.width", "9", [`tolerated data.rows[0].cover.width "9": the site reads 9`]],
  [
    "news.list",
    "rows.0.cover.wide",
    9,
    ["tolerated data.rows[0].cover.wide 9: not in the contract, the site drops it"],
  ],
  ["news.list", "rows.0.cat.slug", undefined, ["missing data.rows[0].cat.slug nothing"]],
  [
    "cat.list",
    "rows.0.children.0.kind",
    "herb",
    [`wrong! data.rows[0].children[0].kind "herb": the site can't read it`],
  ],
  ["prescription.info", "ingredients.1", null, ["wrong data.ingredients[1] null: the site leaves out the whole list"]],
  ["product.info", "gallery.0", 5, ["tolerated data.gallery[0] 5: the site leaves it out"]],
  ["article.prevnext", "prev.id", undefined, ["missing! data.prev.id nothing"]],
  ["article.prevnext", "prev", null, []],
  [
    "menu.tree",
    "rows.0.path",
    "product/list",
    [`wrong data.rows[0].path "product/list": not of a form that the site can use`],
  ],
])("%s with %s = %j", (key, path, value, expected) => {
  expect(getRemarks(key, path, value)).toEqual(expected);
});
