import { expect, test } from "vitest";
import { z } from "zod";
import { endpoints, type EndpointKey } from "#app/services/api/contract/endpoints.ts";
import { examples } from "#app/services/api/contract/examples.ts";
import { compareShape } from "./shape.ts";

/** Returns the remarks about a call's example after one field has been replaced, or removed if there is no value. */
function getRemarks(key: EndpointKey, path: string, value?: unknown): string[] {
  const data = structuredClone(examples[key].data) as Record<string, unknown>;
  const steps = path.split(".");
  const parent = steps.slice(0, -1).reduce((node, step) => node[step] as Record<string, unknown>, data);
  if (value === undefined) delete parent[steps.at(-1)!];
  else parent[steps.at(-1)!] = value;
  return compareShape(z.object({ data: endpoints[key].data }), { data }).map(
    ({ level, mandatory, path, found }) => `${level}${mandatory ? "!" : ""} ${path} ${found}`,
  );
}

const expectedString = "Invalid input: expected string, received";

test.each<[EndpointKey, string, unknown, string[]]>([
  ["news.list", "rows.0.id", "a-7", []],
  ["article.prevnext", "prev", null, []],
  ["news.list", "rows.0.title", undefined, [`missing! data.rows[0].title nothing: ${expectedString} undefined`]],
  ["news.list", "rows.0.title", null, [`missing! data.rows[0].title null: ${expectedString} null`]],
  ["news.list", "rows.0.cat.slug", undefined, [`missing data.rows[0].cat.slug nothing: ${expectedString} undefined`]],
  ["news.list", "rows.0.title", "", ['wrong! data.rows[0].title "": Invalid string: must match pattern /\\S/']],
  ["news.list", "rows.0.title", 42, [`tolerated data.rows[0].title 42: ${expectedString} number; the site reads "42"`]],
  [
    "news.list",
    "rows.0.cover",
    "a.jpg",
    ['wrong data.rows[0].cover "a.jpg": Invalid string: must match pattern /^(\\/(?![/\\\\])|https?:\\/\\/)/'],
  ],
  ["news.list", "rows", {}, ["wrong! data.rows {}: Invalid input: expected array, received object; read as absent"]],
  [
    "news.list",
    "rows.0.cover.wide",
    9,
    ["tolerated data.rows[0].cover.wide 9: not in the contract, the site drops it"],
  ],
  [
    "menu.tree",
    "rows.0.type",
    undefined,
    [`tolerated data.rows[0].type nothing: ${expectedString} undefined; read as absent`],
  ],
  ["menu.tree", "rows.0.icon", "leaf", []],
  [
    "news.list",
    "rows",
    [null, { id: 7, title: 42 }],
    [
      "tolerated data.rows[0] null: Invalid input: expected object, received null; the site leaves it out",
      `tolerated data.rows[1].title 42: ${expectedString} number; the site reads "42"`,
    ],
  ],
  ["product.info", "gallery.0", 5, ["tolerated data.gallery[0] 5: Invalid input; the site leaves it out"]],
])("the data of %s with %s set to %j get the expected remarks", (key, path, value, expected) => {
  expect(getRemarks(key, path, value)).toEqual(expected);
});
