import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { maxKeywordLength } from "../../app/services/api/contract/kinds.ts";
import { actionLimits } from "../../app/services/submissions/rate-limit.ts";
import { defaultLimits } from "../../server/limits.ts";

/** Compares facts in documents with the code. security.test.ts checks the limits of SECURITY.md. */

const readDocument = (file: string) => readFileSync(file, "utf8");
const findMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first]) => first!);

/** Returns the part of a document from a heading to the next one of the same or a higher level. */
function readSection(file: string, heading: string): string {
  const [, level = ""] = /^(#+) /.exec(heading)!;
  const [, after] = `${readDocument(file)}\n`.split(`\n${heading}\n`);
  expect(after, `${file} has no “${heading}”`).toBeDefined();
  return after!.split(new RegExp(`\n#{1,${level.length}} `))[0]!;
}

test("README.md lists every npm script", () => {
  const { scripts } = JSON.parse(readDocument("package.json")) as { scripts: Record<string, string> };
  const listedNames = findMatches(readSection("README.md", "## Commands"), /^\| `npm (?:run )?([\w:-]+)`/gm);
  expect(listedNames.sort()).toEqual(Object.keys(scripts).sort());
});

test("docs/configuration.md lists every environment variable", () => {
  const schema = readDocument("app/services/runtime/environment.ts")
    .split("environmentSchema = z.object({")[1]!
    .split("\n});")[0]!;
  const listedNames = findMatches(readSection("docs/configuration.md", "## Variables"), /^\| `([A-Z\d_]+)`/gm);
  expect(listedNames.sort()).toEqual(findMatches(schema, /^ {2}([A-Z\d_]+):/gm).sort());
});

/** Source code of the server, without its tests. */
const server = readdirSync("server")
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => readDocument(`server/${file}`))
  .join("\n");

/** Returns the numbers that a pattern captures in the server's source code. */
function findNumbers(pattern: RegExp): string[] {
  const matches = [...server.matchAll(pattern)].map(([, ...groups]) => groups);
  expect(matches.length, String(pattern)).toBe(1);
  return matches[0]!;
}

test("docs/architecture.md has the compression levels and the cache times", () => {
  const caching = readSection("docs/architecture.md", "## Caching").replaceAll(/\s+/g, " ");
  const [pageGzip] = findNumbers(/gzipAsync\(bytes, \{ level: (\d+) \}\)/g);
  const [pageBrotli] = findNumbers(/brotliAsync\(bytes, \{ params: createBrotliParameters\(bytes, (\d+)\) \}\)/g);
  const [fileBrotli] = findNumbers(
    /brotliCompressSync\(bytes, \{ params: createBrotliParameters\(bytes, (\d+)\) \}\)/g,
  );
  const [fileGzip] = findNumbers(/gzipSync\(bytes, \{ level: (\d+) \}\)/g);
  expect(caching).toContain(`a page is compressed with brotli ${pageBrotli} or gzip ${pageGzip}`);
  expect(caching).toContain(`(brotli ${fileBrotli}, gzip ${fileGzip})`);
  const [, responseMegabytes] = /defaultMaxBytes = (\d+) \* 1024 \* 1024/.exec(
    readDocument("app/services/api/cache.ts"),
  )!;
  expect(caching).toContain(`| API responses | ${responseMegabytes} MB |`);
  const [freshSeconds, revalidate] = findNumbers(/fresh: (\d+)_000,\n +staleWhileRevalidate: (\d+)_000,/g).map(Number);
  expect(caching).toContain(`\`PAGE_CACHE_MB\` | ${freshSeconds} seconds | ${revalidate! / 60} minutes | 24 hours |`);
});

test("docs/operations.md has the limits of forms", () => {
  const rows = readSection("docs/operations.md", "## Capacity").split("\n");
  const windows: Record<number, string> = { 600_000: "in 10 min", 3_600_000: "an hour" };
  const expected = Object.values(actionLimits).map(({ windowMs, maxPerSender, maxPerSite }) =>
    [maxPerSender, maxPerSite].map((count) => `${count.toLocaleString("en-GB")} ${windows[windowMs]}`),
  );
  const cells = rows.filter((row) => /^ +\| (?!-|What)/.test(row)).map((row) => row.split("|").slice(2, 4));
  expect(cells.map((pair) => pair.map((cell) => cell.trim())).sort()).toEqual(expected.sort());
});

/** Returns the number that a pattern captures in a file. */
function findNumber(file: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(readDocument(file)) ?? [];
  expect(digits, `${file}: ${pattern}`).toBeDefined();
  return Number(digits!.replaceAll("_", ""));
}

const pictureStore = "app/services/media/picture-store.ts";
const parseActive = (name: string) => findNumber(pictureStore, new RegExp(`"picture-${name}", { maxActive: (\\d+)`));
const maxWaiting = findNumber(pictureStore, /{ maxWaiting: (\d+)/);
const waitingPerSender = findNumber(pictureStore, /maxWaitingPerSender: (\d+)/);
const pictureMegabytes = findNumber("app/services/media/media-disk.ts", /defaultMaxBytes = ([\d_]+)/) / 1e6;
const idleDays = findNumber("app/services/submissions/login/sessions.ts", /idle: (\d+) \* day/);
const maxDays = findNumber("app/services/submissions/login/sessions.ts", /absolute: (\d+) \* day/);
const runningCalls = findNumber("app/services.server.ts", /apiCallLimits = { maxActive: (\d+)/);
const waitingCalls = findNumber("app/services.server.ts", /apiCallLimits = { maxActive: \d+, maxWaiting: (\d+)/);

test.each([
  [
    "SECURITY.md",
    `${waitingPerSender} waiting | ${parseActive("fetch")} and ${parseActive("resize")}, ${maxWaiting} waiting |`,
  ],
  ["SECURITY.md", `At most ${pictureMegabytes} MB of pictures are stored`],
  ["SECURITY.md", `after ${idleDays} days without use, and after ${maxDays} days`],
  ["docs/operations.md", `at most ${pictureMegabytes} MB. Can be deleted`],
  [
    "docs/operations.md",
    `${runningCalls} calls of the API are running and ${waitingCalls.toLocaleString("en-GB")} waiting`,
  ],
  ["docs/backend.md", `At most ${runningCalls} calls run at a time`],
  ["docs/architecture.md", `A keyword of more than ${maxKeywordLength} characters`],
  ["docs/architecture.md", `a body of ${defaultLimits.maxBodyBytes / 1024} KB at most`],
  ["docs/architecture.md", `the site keeps them for ${defaultLimits.keepAliveTimeout / 1000} seconds`],
])("%s contains “%s”", (document, sentence) => {
  expect(readDocument(document).replaceAll(/\s+/g, " ")).toContain(sentence);
});
