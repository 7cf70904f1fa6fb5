import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limits } from "../../app/contract/limits.ts";
import { requestLimits } from "../../app/platform/request-limits.ts";
import { limitTable } from "../../app/submissions/rate-limit.ts";
import { defaultLimits, renderLimits } from "../../server/limits.ts";

const rows = readFileSync("SECURITY.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** The cells of the row that begins so, after its first. */
const row = (start: string) => rows.find(([, first]) => first?.startsWith(start))?.slice(2) ?? [];

const kilobytes = (bytes: number) => `${bytes / 1024} KB`;
const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
const count = (number: number) => number.toLocaleString("en-GB");

test.each([
  ["Path", kilobytes(requestLimits.path)],
  ["Path and query", kilobytes(requestLimits.target)],
  ["All headers", kilobytes(requestLimits.headers)],
  ["Body", kilobytes(requestLimits.body)],
  ["Headers, a whole", `${seconds(defaultLimits.headersTime)}, ${seconds(defaultLimits.requestTime)}`],
  ["Unanswered", String(defaultLimits.pipelinedRequests)],
  ["A client that reads nothing", seconds(2 * defaultLimits.readIdleTime)],
  [
    "A client that reads slowly",
    `Less than ${kilobytes(defaultLimits.minReadBytes)} in ${seconds(defaultLimits.readTime)}`,
  ],
  ["Rows of an inquiry", `${limits.items}, each of 200 characters`],
])("SECURITY.md says of “%s” what the code does", (start, bound) => {
  expect(row(start)[0]).toBe(bound);
});

const windows: Record<number, string> = { 600_000: "in ten minutes", 3_600_000: "an hour" };

test.each([
  ["Forms", limitTable.submission],
  ["Tries to log in", limitTable.login],
  ["Login codes", limitTable.code],
  ["Changes of an", limitTable.basket],
])("SECURITY.md says of “%s” how often", (start, { sender, site, milliseconds }) => {
  const window = windows[milliseconds]!;
  expect(row(start).slice(0, 2)).toEqual([`${count(sender)} ${window}`, `${count(site)} ${window}`]);
});

test("SECURITY.md says how many pages are made at a time", () => {
  const { maxActive, maxActivePerSender, maxWaiting, maxWaitingPerSender } = renderLimits;
  expect(row("Pages being made").slice(0, 2)).toEqual([
    `${maxActivePerSender}, ${maxWaitingPerSender} more waiting`,
    `${maxActive}, ${count(maxWaiting)} more waiting`,
  ]);
});
