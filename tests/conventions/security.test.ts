import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callLimits } from "#app/services/api/backend-client.ts";
import { maxKeywordLength } from "#app/services/api/contract/kinds.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { deskLimits } from "#app/services/desk/logins/desk-logins.ts";
import { defaultMaxBytes } from "#app/services/media/media-disk.ts";
import { pictureLimits } from "#app/services/media/picture-store.ts";
import { requestLimits } from "#app/services/runtime/web/request-limits.ts";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { sessionLifetimesMs } from "#app/services/submissions/login/sessions.ts";
import { defaultLimits, renderLimits } from "#server/requests/limits.ts";

const rows = readFileSync("SECURITY.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** Finds the row whose first cell begins with this text. @returns its other cells */
const findRow = (start: string) => rows.find(([, first]) => first?.startsWith(start))?.slice(2) ?? [];

const formatKilobytes = (bytes: number) => `${bytes / 1024} KB`;
const formatSeconds = (milliseconds: number) => `${milliseconds / 1000} s`;
const formatCount = (number: number) => number.toLocaleString("en-GB");

test.each([
  ["Path", formatKilobytes(requestLimits.path)],
  ["Path and query", formatKilobytes(requestLimits.target)],
  ["Parameters of a query", String(requestLimits.parameters)],
  ["All headers", formatKilobytes(requestLimits.headers)],
  ["Body", formatKilobytes(requestLimits.body)],
  ["Time for all headers", formatSeconds(defaultLimits.headersTimeout)],
  [
    "A body that arrives slowly",
    `Less than ${formatKilobytes(defaultLimits.minBodyBytes)} in ${formatSeconds(defaultLimits.bodyWindow)}`,
  ],
  ["Unanswered", String(defaultLimits.maxPipelinedRequests)],
  ["A client that reads nothing", formatSeconds(2 * defaultLimits.readIdleTimeout)],
  [
    "A client that reads slowly",
    `Less than ${formatKilobytes(defaultLimits.minReadBytes)} in ${formatSeconds(defaultLimits.minReadWindow)}`,
  ],
  ["Unread bytes", `${defaultLimits.maxUnreadBytes / 2 ** 20} MB`],
  ["Rows of an inquiry", `${limits.items}, each of 200 characters`],
])("the limit “%s” in SECURITY.md equals the code's", (start, size) => {
  expect(findRow(start)[0]).toBe(size);
});

const windows: Record<number, string> = { 600_000: "in ten minutes", 3_600_000: "an hour" };

test.each([
  ["Forms", actionLimits.submission],
  ["Tries to log in", actionLimits.login],
  ["Login codes", actionLimits.code],
  ["Changes of an", actionLimits.basket],
  ["Look-ups of", actionLimits.lookup],
  ["Errors of scripts", actionLimits.clientError],
  ["Speed of visits", actionLimits.webVitals],
])("the rate limits “%s” in SECURITY.md equal the code's", (start, { maxPerSender, maxPerSite, windowMs }) => {
  const window = windows[windowMs]!;
  expect(findRow(start).slice(0, 2)).toEqual([
    `${formatCount(maxPerSender)} ${window}`,
    `${formatCount(maxPerSite)} ${window}`,
  ]);
});

test("the desk's limits in SECURITY.md equal the code's, and 120 senders can't use up the login codes of an account", () => {
  const { codesForSender, codeOfAccount, attemptInKnownBrowser, attemptOfSender } = deskLimits;
  const text = readFileSync("SECURITY.md", "utf8").replaceAll(/\s+/g, " ");
  expect(text).toContain(`a code a minute, and ${attemptInKnownBrowser.max} tries an hour`);
  expect(text).toContain(
    `a code a minute and ${codesForSender.max} an hour for each sender, and ${codeOfAccount.max} an hour in all`,
  );
  expect(text).toContain(`a sender has ${attemptOfSender.max} tries an hour`);
  expect(120 * codesForSender.max).toBeLessThan(codeOfAccount.max);
});

test("the numbers of concurrent and waiting renders in SECURITY.md equal the code's", () => {
  const { maxActive, maxActivePerSender, maxWaiting, maxWaitingPerSender } = renderLimits;
  expect(findRow("Pages being made").slice(0, 2)).toEqual([
    `${maxActivePerSender}, ${maxWaitingPerSender} more waiting`,
    `${maxActive}, ${formatCount(maxWaiting)} more waiting`,
  ]);
});

const { fetching, resizing } = pictureLimits;
const { idle, absolute } = sessionLifetimesMs.visitor;
const formatDays = (milliseconds: number) => milliseconds / 86_400_000;

test.each([
  [
    "SECURITY.md",
    `${fetching.maxWaitingPerSender} waiting | ${fetching.maxActive} and ${resizing.maxActive}; ${fetching.maxWaiting} waiting |`,
  ],
  ["SECURITY.md", `At most ${defaultMaxBytes / 1e6} MB of pictures are stored`],
  ["SECURITY.md", `after ${formatDays(idle)} days without use, and after ${formatDays(absolute)} days`],
  ["docs/operations/data.md", `at most ${defaultMaxBytes / 1e6} MB. Delete only`],
  ["docs/backend.md", `At most ${callLimits.maxActive} calls run at a time`],
  ["docs/architecture.md", `A keyword of more than ${maxKeywordLength} characters`],
])("%s contains “%s”", (document, sentence) => {
  expect(readFileSync(document, "utf8").replaceAll(/\s+/g, " ")).toContain(sentence);
});
