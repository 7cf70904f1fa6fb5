import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { maxKeywordLength } from "#app/services/api/contract/kinds.ts";

// These tests compare facts in documents with the code. security.test.ts checks the limits of SECURITY.md.

const readDocument = (file: string) => readFileSync(file, "utf8");
const findMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first]) => first!);

/** Returns the part of a document from a heading to the next one of the same or a higher level. */
function readSection(file: string, heading: string): string {
  const [, level = ""] = /^(#+) /.exec(heading)!;
  const [, after] = `${readDocument(file)}\n`.split(`\n${heading}\n`);
  expect(after, `${file} has no “${heading}”`).toBeDefined();
  return after!.split(new RegExp(`\n#{1,${level.length}} `))[0]!;
}

test("docs/configuration.md lists every environment variable", () => {
  const schema = readDocument("app/services/runtime/environment.ts")
    .split("environmentSchema = z.object({")[1]!
    .split("\n});")[0]!;
  const listedNames = findMatches(readSection("docs/configuration.md", "## Variables"), /^\| `([A-Z\d_]+)`/gm);
  expect(listedNames.sort()).toEqual(findMatches(schema, /^ {2}([A-Z\d_]+):/gm).sort());
});

function findNumber(file: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(readDocument(file)) ?? [];
  expect(digits, `${file}: ${pattern}`).toBeDefined();
  return Number(digits!.replaceAll("_", ""));
}

const pictureStore = "app/services/media/picture-store.ts";
const findMaxActive = (name: string) => findNumber(pictureStore, new RegExp(`"picture-${name}", { maxActive: (\\d+)`));
const maxWaiting = findNumber(pictureStore, /{ maxWaiting: (\d+)/);
const maxWaitingPerSender = findNumber(pictureStore, /maxWaitingPerSender: (\d+)/);
const pictureMegabytes = findNumber("app/services/media/media-disk.ts", /defaultMaxBytes = ([\d_]+)/) / 1e6;
const idleDays = findNumber("app/services/submissions/login/sessions.ts", /idle: (\d+) \* day/);
const maxDays = findNumber("app/services/submissions/login/sessions.ts", /absolute: (\d+) \* day/);
const runningCalls = findNumber("app/services/api/backend-client.ts", /callLimits = { maxActive: (\d+)/);

test.each([
  [
    "SECURITY.md",
    `${maxWaitingPerSender} waiting | ${findMaxActive("fetch")} and ${findMaxActive("resize")}; ${maxWaiting} waiting |`,
  ],
  ["SECURITY.md", `At most ${pictureMegabytes} MB of pictures are stored`],
  ["SECURITY.md", `after ${idleDays} days without use, and after ${maxDays} days`],
  ["docs/operations/data.md", `at most ${pictureMegabytes} MB. Delete only`],
  ["docs/backend.md", `At most ${runningCalls} calls run at a time`],
  ["docs/architecture.md", `A keyword of more than ${maxKeywordLength} characters`],
])("%s contains “%s”", (document, sentence) => {
  expect(readDocument(document).replaceAll(/\s+/g, " ")).toContain(sentence);
});
