import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSync } from "recheck";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { readStoredLocale } from "#app/i18n/detection.ts";
import { findAcceptedLocale } from "#app/i18n/preferred-locale.ts";
import { parseMinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import { readAmount } from "#app/services/api/contract/amounts/quantity.ts";
import { toBatchKey } from "#app/services/api/contract/batches/batch-number.ts";
import { loginSchema } from "#app/services/api/contract/forms/submissions.ts";
import { maxKeywordLength } from "#app/services/api/contract/kinds.ts";
import { findColumn, readRows } from "#app/services/api/contract/pasted-table.ts";
import { sanitize } from "#app/services/api/sanitize.ts";
import { readFigures } from "#app/services/content/checks/figures.ts";
import { findEdition } from "#app/services/content/checks/pharmacopoeia-editions.ts";
import { checkText, renderText } from "#app/services/content/files/content-text.ts";
import { parseYaml } from "#app/services/content/files/formats/yaml-document.ts";
import { toSyllables } from "#app/services/content/search/pinyin.ts";
import { listIndexTerms, tokenize, toSearchKey } from "#app/services/content/search/terms.ts";
import { parseUrlEncoded } from "#app/services/runtime/web/charset.ts";
import { readCookie } from "#app/services/runtime/web/cookies.ts";
import { requestLimits } from "#app/services/runtime/web/request-limits.ts";
import { parseLines } from "#app/services/submissions/orders/pasted-lines.ts";
import { readSubmission } from "#app/services/submissions/received/forms.ts";
import { createTelUrl, formatPhoneNumber, normaliseContact } from "#app/services/submissions/texts/contact.ts";
import { parseTarget } from "#server/requests/request-target.ts";
import { createTrustedProxies } from "#server/requests/trusted-proxies.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

/** Files whose patterns only match file names at build time, never input from outside. */
const buildOnly = /-plugin\.ts$/;

const files = ["app", "server", "scripts"]
  .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !buildOnly.test(file));

type Expression = { file: string; pattern: string; flags: string };

function findExpressions(file: string): Expression[] {
  const expressions: Expression[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) expressions.push({ file, ...regex });
    else Object.values(node).forEach(walk);
  };
  walk(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }, file));
  return expressions;
}

/** Only the growth is checked, so that the result doesn't depend on the load of the machine. */
const growthOnlyOptions = {
  ...{ timeout: null, attackTimeout: null, incubationTimeout: null, attackLimit: 10_000_000 },
  // A negative limit skips the timed attack in the engine.
  recallTimeout: -1,
};

/** Returns how the time of an expression grows with the length of its text. */
function getGrowth({ pattern, flags }: Pick<Expression, "pattern" | "flags">): string {
  const result = checkSync(pattern, flags, growthOnlyOptions);
  return result.status === "unknown" ? "unknown" : result.complexity.type;
}

test("every regular expression takes linear time", () => {
  const expressions = files.flatMap(findExpressions);
  expect(expressions.length).toBeGreaterThan(100);
  const slowExpressions = expressions.filter((expression) => !["linear", "safe"].includes(getGrowth(expression)));
  expect(slowExpressions.map(({ file, pattern, flags }) => `${file}: /${pattern}/${flags}`)).toEqual([]);
});

test.each([
  [String.raw`\s*;\s*`, ""],
  [String.raw`(?<=.)\/+$`, ""],
  [String.raw`<[^>]*>`, "g"],
])("the check detects that /%s/ takes more than linear time", (pattern, flags) => {
  expect(getGrowth({ pattern, flags })).toBe("polynomial");
});

type Reader = [name: string, maxLength: number, read: (text: string) => unknown];

const { clientAddress } = createTrustedProxies(["127.0.0.1"], createRecordingLog());
const { body, headers, target } = requestLimits;
const socket = { remoteAddress: "127.0.0.1" };

const readWords = (text: string) => [toSyllables(text, []), listIndexTerms(tokenize(text))];

/** Functions that read visitors' texts, with the greatest length of each text. Most of them use a library. */
const visitorReaders: Reader[] = [
  ["contact", 1000, (text) => [normaliseContact(text), formatPhoneNumber(text), createTelUrl(text)]],
  [
    "form's fields",
    body,
    (text) =>
      readSubmission("guestbook", new URLSearchParams({ name: text, contact: text, content: text }), { locale: "en" }),
  ],
  ["login", body, (text) => loginSchema.safeParse({ account: text, code: text })],
  ["form", body, (text) => parseUrlEncoded(text, "utf-8")],
  ["form in GBK", body, (text) => parseUrlEncoded(text, "gbk")],
  ["Cookie", headers, (text) => [readCookie(text, "inquiry"), readStoredLocale(text)]],
  ["Accept-Language", headers, findAcceptedLocale],
  ["X-Forwarded-For", headers, (text) => clientAddress({ socket, headers: { "x-forwarded-for": text } } as never)],
  ["target", target, (text) => parseTarget(`/?${text}`)],
  ["pasted rows", 2000, (text) => [readRows(text), parseLines([text], new Map())]],
  ["searched words", maxKeywordLength, (text) => [toSearchKey(text), readWords(text)]],
];

/** Functions that read the owner's texts, which may be long. */
const ownerReaders: Reader[] = [
  ["Markdown", 8000, (text) => [renderText(text), checkText(text)]],
  ["YAML", 8000, parseYaml],
  ["HTML", 16_000, (text) => sanitize(text, (address) => address)],
  ["Pinyin and traditional characters", 8000, readWords],
  ["figures", 8000, (text) => [readFigures(text, "cn"), readFigures(text, "en"), findEdition(text)]],
  [
    "backend's texts",
    16_000,
    (text) => [parseMinimumOrder(text), toBatchKey(text), readAmount(text), findColumn(text, [])],
  ],
];

const pieces = [
  ...`a1 \n([<*_\`&=;,-./@\\"#|{]:+中\u200b`,
  ..."![¦<p>¦<!--¦**a¦&amp;¦%41¦%E4¦- ¦> ¦1. ¦..¦a: ¦&a ¦0.0¦中a¦e\u0301¦🌿¦\u0301¦\u0e38\u0e48\u0e49¦\u0951\u200d¦\ufdfa¦a=b; ¦a=b&¦&#¦en;q=0.1,¦1.2.3.4,¦::¦ext. 1".split(
    "¦",
  ),
];
const starts = ["", "13800138000;phone-context=0"];

/** Returns the CPU milliseconds of the fastest of up to five runs, because other processes disturb some. */
function measure(read: Reader[2], text: string, enough: number): number {
  let fastest = Infinity;
  for (let run = 0; run < 5 && fastest > enough; run += 1) {
    const before = process.cpuUsage();
    try {
      read(text);
    } catch {
      // An error is an answer, too.
    }
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}

const createText = (start: string, piece: string, length: number) =>
  `${start}${piece.repeat((length - start.length - 1) / piece.length)}!`;

/** Three times the aim of 20 ms, because a busy machine takes longer. */
const maxMs = 60;

test.each(visitorReaders)("no %s of %i characters takes long", (_, length, read) => {
  const slowTexts = starts
    .filter((start) => start.length < length)
    .flatMap((start) => pieces.map((piece) => ({ start, piece })))
    // Measures a short text first, because exponential time would never end with a long one.
    .filter(({ start, piece }) =>
      [100, length].some((size) => measure(read, createText(start, piece, size), maxMs / 3) > maxMs),
    );
  expect(slowTexts).toEqual([]);
});

test.each(ownerReaders)("the time of %s grows in proportion to its length", (_, length, read) => {
  const slowPieces = pieces.filter((piece) => {
    const long = measure(read, createText("", piece, 4 * length), maxMs);
    // In quadratic time, a text of four times the length would take sixteen times as long.
    return long > maxMs && long > 10 * measure(read, createText("", piece, length), 0);
  });
  expect(slowPieces).toEqual([]);
});

test("the measurement detects an expression of exponential time", () => {
  expect(measure((text) => /^(?:0|0\.0|\.)+$/.test(text), createText("", "0.0", 70), maxMs)).toBeGreaterThan(maxMs);
});
