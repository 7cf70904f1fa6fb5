import { choose, createRandom } from "./random-lists.ts";

/**
 * Parts of paths and targets that an attacker might combine to bypass the rules, or to redirect visitors to another
 * site.
 */
const parts = [
  "/",
  "//",
  ".",
  "..",
  "%2e",
  "%2E",
  "%",
  "%2",
  "%65",
  "%2f",
  "%5c",
  "\\",
  "@",
  ":",
  "?",
  "#",
  "a",
  "é",
  "evil.example",
  "%09",
  "\t",
  " ",
  "\u00a0",
];

const maxParts = 9;

/** Creates 20,000 paths of random parts, the same in every run. */
export function* createRandomPaths(): Iterable<string> {
  const random = createRandom(7);
  for (let round = 0; round < 20_000; round++) {
    const length = 1 + Math.floor(random() * maxParts);
    yield `/${Array.from({ length }, () => choose(random, parts)).join("")}`;
  }
}
