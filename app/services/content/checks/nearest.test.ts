import { expect, test } from "vitest";
import { findNearest, findNearestPath } from "./nearest.ts";

const names = ["huang-qi", "huang-qin", "huang-lian", "dang-gui", "pieces", "pieces/roots", "summary", "title", "tags"];

test.each([
  ["huang-qi", "huang-qi"],
  ["Huang Qi", "huang-qi"],
  ["haung-qi", "huang-qi"],
  ["huangqi", "huang-qi"],
  ["sumary", "summary"],
  ["Summary", "summary"],
  ["tilte", "title"],
  ["tag", "tags"],
  ["pieces/rots", "pieces/roots"],
  ["roots", "pieces/roots"],
  ["unicorn", undefined],
  ["colour", undefined],
  ["黄芪", undefined],
])("%s is probably %s", (wanted, meant) => {
  expect(findNearest(wanted, names)).toBe(meant);
});

const pages = ["/about-us", "/product/list", "/product/info/huang-qi", "/product/info/fu-ling", "/product/info/bo-he"];

test.each([
  ["/product/info/nothing", undefined],
  ["/product/info/none", undefined],
  ["/product/info/haung-qi", "/product/info/huang-qi"],
  ["/product/info/huang-qi/", "/product/info/huang-qi"],
  ["/Product/info/Huang-Qi", "/product/info/huang-qi"],
  ["/prodct/info/huang-qi", "/product/info/huang-qi"],
  ["/aboutus", "/about-us"],
  ["/about", "/about-us"],
  ["/product/huang-qi", "/product/info/huang-qi"],
  ["/product/i", undefined],
])("the path %s is probably %s", (wanted, meant) => {
  expect(findNearestPath(wanted, pages)).toBe(meant);
});
