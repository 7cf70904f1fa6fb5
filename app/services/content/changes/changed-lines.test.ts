import { expect, test } from "vitest";
import { listChangedLines } from "./changed-lines.ts";

test.each([
  ["a\nb", "a\nc", ["b > c"]],
  ["a\nb\nc", "x\na\nc\ny", ["- > x", "b > -", "- > y"]],
  ["a\nb", "b\na", ["a > -", "- > a"]],
  ["a\nb", "a\nb\na", ["- > a"]],
  ["a\n\na", "a", ["a > -"]],
  ["a\nb", "a\nb\n\nb", ["- > b"]],
  ["a", "b", ["a > b"]],
  [undefined, "a\nb", ["- > a\nb"]],
  ["a\nb", 1, ["a\nb > 1"]],
])("%j changed to %j has the changed lines %j", (from, to, lines) => {
  expect(listChangedLines(from, to).map((line) => `${line.from ?? "-"} > ${line.to ?? "-"}`)).toEqual(lines);
});
