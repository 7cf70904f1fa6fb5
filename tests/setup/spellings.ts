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
  let seed = 7;
  const getNextNumber = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  for (let round = 0; round < 20_000; round++) {
    yield `/${Array.from({ length: 1 + getNextNumber(maxParts) }, () => parts[getNextNumber(parts.length)]).join("")}`;
  }
}
