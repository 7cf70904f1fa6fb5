import { endpointOf } from "../contract/endpoints.ts";
import { locales } from "../i18n/locales.ts";
import type { Target } from "./probe.ts";
import { levels, type Finding, type Level } from "./findings.ts";

/** Columns of a terminal that the table has room in. */
const width = 100;

const languages = Object.values(locales).map(({ header }) => header);
const columns = { call: 18, level: 11, language: languages.join(", ").length + 1 } as const;
const room = width - columns.call - columns.level - columns.language;

/** Whether the backend fails by a finding. */
export function isFailure({ level, mandatory }: Finding): boolean {
  return mandatory && (level === "missing" || level === "wrong");
}

/** How many findings there are of each level, and how many of them fail the check. */
function summary(findings: readonly Finding[]): Record<Level | "failing", number> {
  const counts = levels.map((level) => [level, findings.filter((one) => one.level === level).length]);
  const failing = findings.filter(isFailure).length;
  return { ...(Object.fromEntries(counts) as Record<Level, number>), failing };
}

/** What was found, as one object for machines. */
export function asJson(url: string, findings: readonly Finding[]): string {
  return JSON.stringify({ url, ok: !findings.some(isFailure), summary: summary(findings), findings }, null, 2);
}

/** What was found, as a table for people: by call, and the same in several languages once. */
export function asTable({ base, paths }: Pick<Target, "base" | "paths">, findings: readonly Finding[]): string {
  const head = row("CALL", "", "LANGUAGE", ["WHAT THERE IS"]);
  const calls = [...new Set(findings.map(({ call }) => call))];
  const groups = calls.flatMap((call) => {
    const own = merged(findings.filter((one) => one.call === call));
    const request = `${endpointOf(call).method} ${paths[call] ?? endpointOf(call).path}`;
    return own.flatMap((one, index) => (index === 0 ? lines(one, call, request) : lines(one, "", "")));
  });
  return [base, "", ...head, "", ...groups, "", ...wrapped(closing(findings), width)].join("\n");
}

/** Findings that differ in language alone, as one. */
function merged(findings: readonly Finding[]): Finding[] {
  const byText = Map.groupBy(findings, ({ level, path, found, times }) =>
    level === "fits" ? level : [level, path, found, times].join(" "),
  );
  return [...byText.values()].map((same) => {
    const language = same.map((one) => one.language).join(", ");
    return { ...same[0]!, language };
  });
}

function lines(finding: Finding, call: string, request: string): string[] {
  if (request && finding.level !== "fits") return [...row(call, "", "", [request]), ...lines(finding, "", "")];
  const { level, language, path, found, example, times } = finding;
  if (level === "fits") return row(call, level, language, [request]);
  const places = times > 1 ? ` (and at ${times - 1} more)` : "";
  const asked = finding.request && finding.request !== "{}" ? [`asked: ${finding.request}`] : [];
  const text = [`${path}${places}`, `found: ${found}`, ...(example ? [`fits:  ${example}`] : []), ...asked];
  return row(call, isFailure(finding) ? `${level} !` : level, language, text);
}

function row(call: string, level: string, language: string, text: readonly string[]): string[] {
  const [first = "", ...others] = text.flatMap((one) => wrapped(one, room));
  const start = call.padEnd(columns.call) + level.padEnd(columns.level) + language.padEnd(columns.language);
  return [start + first, ...others.map((line) => " ".repeat(width - room) + line)];
}

function closing(findings: readonly Finding[]): string {
  const { fits, tolerated, missing, wrong, failing } = summary(findings);
  const verdict = failing > 0 ? `${failing} of them (!) must be mended.` : "Nothing mandatory is missing or wrong.";
  return `By call and language: ${fits} fit, ${tolerated} tolerated, ${missing} missing, ${wrong} wrong. ${verdict}`;
}

/** Breaks a text into lines that a terminal shows within so many columns; a Chinese character takes two. */
function wrapped(text: string, most: number): string[] {
  const result: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=[\s,/&}])/)) {
    if (line && columnsOf(line + word.trimEnd()) > most) {
      result.push(line.trimEnd());
      line = "";
    }
    for (const character of word) {
      if (columnsOf(line + character) > most) {
        result.push(line);
        line = "";
      }
      line += character;
    }
  }
  return [...result, line.trimEnd()];
}

function columnsOf(text: string): number {
  return [...text].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        character,
      )
        ? 2
        : 1),
    0,
  );
}
