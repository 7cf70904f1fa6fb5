import { expect, test } from "vitest";
import { findReorderedEntries, matchEntries } from "./match-entries.ts";

const a = { id: "a", title: "甲" };
const b = { id: "b", title: "乙" };
const c = { id: "c", title: "丙" };

test("entries are matched by their key, wherever they are", () => {
  expect(matchEntries([a, b], [b, { ...a, title: "改" }])).toEqual([
    { name: "乙", from: b, to: b, oldIndex: 1, index: 0 },
    { name: "改", from: a, to: { id: "a", title: "改" }, oldIndex: 0, index: 1 },
  ]);
});

test("an added or removed entry has no index, since it is in one list only", () => {
  expect(matchEntries([a], [a, b])).toContainEqual({ name: "乙", to: b });
  expect(matchEntries([a, b], [a])).toEqual([
    { name: "甲", from: a, to: a, oldIndex: 0, index: 0 },
    { name: "乙", from: b },
  ]);
});

test("a removed and an added entry at one index count as an edited entry", () => {
  expect(matchEntries([a, b], [a, c])).toEqual([
    { name: "甲", from: a, to: a, oldIndex: 0, index: 0 },
    { name: "丙", from: b, to: c, oldIndex: 1, index: 1 },
  ]);
});

test("lists of plain values and lists with a repeated key are ambiguous", () => {
  expect(matchEntries(["x"], ["y"])).toBeUndefined();
  expect(matchEntries([a, a], [a])).toBeUndefined();
  expect(matchEntries([a], [a, a])).toBeUndefined();
});

test("the key is the first field that all entries have, or the whole entry", () => {
  const [first, second] = [{ slug: "s", label: "L" }, { label: "M" }];
  expect(matchEntries([first, second], [{ label: "M" }, { slug: "t", label: "L" }])).toMatchObject([
    { oldIndex: 1, index: 0 },
    { oldIndex: 0, index: 1 },
  ]);
  expect(matchEntries([{ x: 1 }, { x: 2 }], [{ x: 2 }])).toMatchObject([
    { name: "0", oldIndex: 1, index: 0 },
    { name: "0" },
  ]);
});

test.each([
  [{ id: "x", title: { cn: "一", en: "One" } }, "一"],
  [{ id: "x", label: " a [b]\n c " }, "a b c"],
  [{ id: "x", test: "水分" }, "水分"],
  [{ id: "x", from: "/old" }, "/old"],
  [{ id: "x", herb: "gan-cao" }, "gan-cao"],
  [{ id: "x", title: 5 }, "0"],
])("the entry %j is named %j", (entry, name) => {
  expect(matchEntries([], [entry])).toMatchObject([{ name }]);
});

const listMovedNames = (from: string, to: string) => {
  const list = (ids: string) => [...ids].map((id) => ({ id, title: id }));
  return findReorderedEntries(matchEntries(list(from), list(to))!).map(({ name }) => name);
};

test.each([
  ["abcd", "abcd", []],
  ["abcd", "bcda", ["a"]],
  ["abcd", "dabc", ["d"]],
  ["abcde", "aecbd", ["e", "b"]],
  ["abcd", "axcd", []],
])("from the order %s to %s, these entries are moved: %j", (from, to, moved) => {
  expect(listMovedNames(from, to)).toEqual(moved);
});

test("the order of more than a thousand entries isn't compared", () => {
  const list = (length: number) => Array.from({ length }, (_, index) => ({ id: index }));
  const findMoved = (length: number) => findReorderedEntries(matchEntries(list(length), list(length).toReversed())!);
  expect([findMoved(1000).length, findMoved(1001).length]).toEqual([999, 0]);
});
