import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Matches the first word of a block comment, or of a run of line comments. */
const firstWord = /\/\*\*?\s+(?:\* )?(\w+)|(?<!^ *\/\/.*\n)^ *\/\/ (\w+)/gm;

/** First words that don't name a comment's subject: "What led here", "It isn't cached". */
const headlessWords = new Set(["What", "Of", "That", "Nobody", "Like", "It", "Who", "Then", "They", "Those"]);

const listFirstWords = (source: string) =>
  Array.from(source.matchAll(firstWord), ([, inDoc, inLine]) => inDoc ?? inLine ?? "");

test("comments begin with their subject or a verb", () => {
  const files = globSync("{app,backend-kit,scripts,server,tests}/**/*.{ts,tsx,css}").filter(
    (file) => !file.includes("node_modules") && file !== "tests/conventions/comments.test.ts",
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    listFirstWords(readFileSync(file, "utf8"))
      .filter((word) => headlessWords.has(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["/** It isn't cached. */", ["It"]],
  ["/**\n * Of the visitor.\n * It is new.\n */", ["Of"]],
  ["  // The key stays.\n  // It is short.\n  // Nobody reads it.\n\n  // Who", ["The", "Who"]],
])("the comments in %j begin with %j", (source, words) => expect(listFirstWords(source)).toEqual(words));
