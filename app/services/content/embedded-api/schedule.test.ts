import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { setUpTestIndex } from "#tests/setup/content/compiled-content.ts";
import { createEditedContent } from "#tests/setup/content/content-copy.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import type { ContentIndex } from "./content-index.ts";

const openingTime = Date.parse("2027-01-01T09:00:00+08:00");
const closingTime = Date.parse("2027-02-01T09:00:00+08:00");

let now: number;
beforeEach(() => (now = openingTime - 1));

const folder = createEditedContent();
const setFields = (id: string, lines: string) => addFields(join(folder, "product", id, "index.cn.md"), lines);
setFields("dang-gui", "draft: true");
setFields("huang-qi", "from: 2027-01-01T09:00:00+08:00");
setFields("gan-cao", "until: 2027-02-01T01:00:00Z");
setFields("bai-zhu", "from: 2027-01-01T01:00:00Z\nuntil: 2027-02-01T09:00:00+08:00");
const unscheduledIndex = await setUpTestIndex();
const index = await setUpTestIndex(folder, () => now);

const times: [string, number, string[]][] = [
  ["just before the opening time", openingTime - 1, ["dang-gui", "huang-qi", "bai-zhu"]],
  ["at the opening time", openingTime, ["dang-gui"]],
  ["just before the closing time", closingTime - 1, ["dang-gui"]],
  ["at the closing time", closingTime, ["dang-gui", "gan-cao", "bai-zhu"]],
];

type Row = { id: string };
const getIds = (rows: unknown[]) => (rows as Row[]).map(({ id }) => id);

function readWholeList(of: ContentIndex, query: { cat?: string; keyword?: string; sort: "newest" | "title" }) {
  const pageSize = 7;
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { rows, total } = of.list("product", "cn", { ...query, page, pageSize })!;
    ids.push(...getIds(rows));
    if (rows.length < pageSize) return { ids, total };
  }
}

test.each(times)(
  "%s, the pages of a list or search have exactly the visible items, and its total counts only these",
  (_when, time, hidden) => {
    now = time;
    for (const query of [{}, { cat: "pieces" }, { cat: "pieces/roots" }, { keyword: "甘肃" }, { keyword: "黄芪" }]) {
      for (const sort of ["newest", "title"] as const) {
        const all = readWholeList(unscheduledIndex, { ...query, sort });
        const visibleIds = all.ids.filter((id) => !hidden.includes(id));
        expect(readWholeList(index, { ...query, sort })).toEqual({ ids: visibleIds, total: visibleIds.length });
      }
    }
  },
);

test.each(times)(
  "%s, a hidden item has no page, and isn't a neighbour or related item of another item",
  (_when, time, hidden) => {
    now = time;
    const { ids: all } = readWholeList(unscheduledIndex, { sort: "newest" });
    const visibleIds = all.filter((id) => !hidden.includes(id));
    for (const id of all) {
      const position = visibleIds.indexOf(id);
      const { related = [] } = (index.getItem("product", "cn", id) ?? {}) as { related?: Row[] };
      const neighbours = index.getNeighbours("product", "cn", id);
      expect(index.getItem("product", "cn", id) !== undefined, id).toBe(position >= 0);
      expect(getIds(related).filter((one) => hidden.includes(one))).toEqual([]);
      expect(neighbours && [neighbours.prev?.id, neighbours.next?.id]).toEqual(
        position < 0 ? undefined : [visibleIds[position - 1], visibleIds[position + 1]],
      );
    }
  },
);

test.each(times)("%s, the totals of categories count only visible items", (_when, time) => {
  now = time;
  type Tree = { slug: string; total: number; children: Tree[] };
  const check = (tree: Tree[]) => {
    for (const { slug, total, children } of tree) {
      expect(total, slug).toBe(readWholeList(index, { cat: slug, sort: "newest" }).total);
      check(children);
    }
  };
  check(index.getCategories("product", "cn"));
});

test("a related item is listed only from its opening time on", () => {
  const getRelatedIds = () =>
    getIds((index.getItem("prescription", "cn", "yu-ping-feng-san") as { related: Row[] }).related);
  const all = getIds(
    (unscheduledIndex.getItem("prescription", "cn", "yu-ping-feng-san") as { related: Row[] }).related,
  );
  expect(all).toContain("huang-qi");
  expect(getRelatedIds()).toEqual(all.filter((id) => id !== "huang-qi" && id !== "bai-zhu"));
  now = openingTime;
  expect(getRelatedIds()).toEqual(all);
});

test("a preview shows a draft and an item outside its visible period, but no unknown item", () => {
  expect(index.getItem("product", "en", "dang-gui", true)).toMatchObject({ id: "dang-gui" });
  expect(index.getItem("product", "en", "unicorn", true)).toBeUndefined();
  now = closingTime;
  expect(index.getItem("product", "en", "gan-cao", true)).toMatchObject({ id: "gan-cao" });
});

test("the time of the next scheduled change is returned, even after the clock was set back", () => {
  expect(index.getNextChange()).toBe(openingTime);
  now = openingTime;
  expect(index.getNextChange()).toBe(closingTime);
  now = closingTime;
  // No change is left, because a draft never becomes visible.
  expect(index.getNextChange()).toBeGreaterThan(Date.parse("9999-01-01"));
  now = openingTime;
  expect(index.getNextChange()).toBe(closingTime);
  expect(unscheduledIndex.getNextChange()).toBe(Infinity);
});

test("what appears or disappears later is listed, the next first, without drafts", () => {
  now = openingTime;
  const list = () => index.listScheduled("cn").map(({ id, opens, closes }) => [id, opens, closes]);
  expect(list()).toEqual([
    ["bai-zhu", openingTime, closingTime],
    ["gan-cao", 0, closingTime],
  ]);
  now = openingTime - 1;
  expect(list().map(([id]) => id)).toEqual(["bai-zhu", "huang-qi", "gan-cao"]);
  now = closingTime;
  expect(list()).toEqual([]);
});
