import { expect, test } from "vitest";
import { findNearest } from "./nearest.ts";

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
