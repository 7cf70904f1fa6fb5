import { expect, test } from "vitest";
import { listChangedLines } from "./changed-lines.ts";

test.each([
  ["a\nb", "a\nc", [["b", "c"]]],
  [
    "a\nb\nc",
    "x\na\nc\ny",
    [
      [undefined, "x"],
      ["b", undefined],
      [undefined, "y"],
    ],
  ],
  [
    "a\nb",
    "b\na",
    [
      ["a", undefined],
      [undefined, "a"],
    ],
  ],
  ["a\nb", "a\nb\na", [[undefined, "a"]]],
  ["a\n\na", "a", [["a", undefined]]],
  ["a\nb", "a\nb\n\nb", [[undefined, "b"]]],
  ["a", "b", [["a", "b"]]],
  [undefined, "a\nb", [[undefined, "a\nb"]]],
  ["a\nb", 1, [["a\nb", 1]]],
])("%j changed to %j has the changed lines %j", (from, to, lines) => {
  expect(listChangedLines(from, to).map((line) => [line.from, line.to])).toEqual(lines);
});
