import { getEndpoint } from "../../app/services/api/contract/endpoints.ts";
import { locales } from "../../app/i18n/locales.ts";
import type { Target } from "./probe.ts";
import { levels, type Finding, type Level } from "./findings.ts";

/** Width of the table in columns of the terminal. */
const width = 100;

const languages = Object.values(locales).map(({ header }) => header);
const columns = { call: 18, level: 11, language: languages.join(", ").length + 1 } as const;
const textWidth = width - columns.call - columns.level - columns.language;

/** Whether a finding fails the check. */
export function isFailure({ level, mandatory }: Finding): boolean {
  return mandatory && (level === "missing" || level === "wrong");
}

/** Counts the findings of each level, and those that fail the check. */
function countLevels(findings: readonly Finding[]): Record<Level | "failing", number> {
  const counts = levels.map((level) => [level, findings.filter((finding) => finding.level === level).length]);
  const failing = findings.filter(isFailure).length;
  return { ...(Object.fromEntries(counts) as Record<Level, number>), failing };
}

/** Formats the findings as JSON. */
export function formatJson(url: string, findings: readonly Finding[]): string {
  return JSON.stringify({ url, ok: !findings.some(isFailure), summary: countLevels(findings), findings }, null, 2);
}

/** Formats the findings as a table grouped by call. Equal findings in several languages are merged. */
export function formatTable({ base, paths }: Pick<Target, "base" | "paths">, findings: readonly Finding[]): string {
  const head = formatRow("CALL", "", "LANGUAGE", ["WHAT THERE IS"]);
  const calls = [...new Set(findings.map(({ call }) => call))];
  const groups = calls.flatMap((call) => {
    const callFindings = mergeLanguages(findings.filter((finding) => finding.call === call));
    const request = `${getEndpoint(call).method} ${paths[call] ?? getEndpoint(call).path}`;
    return callFindings.flatMap((finding, index) =>
      index === 0 ? formatFinding(finding, call, request) : formatFinding(finding, "", ""),
    );
  });
  return [base, "", ...head, "", ...groups, "", ...wrapText(formatSummary(findings), width)].join("\n");
}

/** Merges findings that differ only in their language. */
function mergeLanguages(findings: readonly Finding[]): Finding[] {
  const byText = Map.groupBy(findings, ({ level, path, found, times }) =>
    level === "fits" ? level : [level, path, found, times].join(" "),
  );
  return [...byText.values()].map((sameFindings) => {
    const language = sameFindings.map((finding) => finding.language).join(", ");
    return { ...sameFindings[0]!, language };
  });
}

function formatFinding(finding: Finding, call: string, request: string): string[] {
  if (request && finding.level !== "fits")
    return [...formatRow(call, "", "", [request]), ...formatFinding(finding, "", "")];
  const { level, language, path, found, example, times } = finding;
  if (level === "fits") return formatRow(call, level, language, [request]);
  const places = times > 1 ? ` (and at ${times - 1} more)` : "";
  const requestLine = finding.request && finding.request !== "{}" ? [`asked: ${finding.request}`] : [];
  const text = [`${path}${places}`, `found: ${found}`, ...(example ? [`fits:  ${example}`] : []), ...requestLine];
  return formatRow(call, isFailure(finding) ? `${level} !` : level, language, text);
}

function formatRow(call: string, level: string, language: string, text: readonly string[]): string[] {
  const [first = "", ...otherLines] = text.flatMap((line) => wrapText(line, textWidth));
  const start = call.padEnd(columns.call) + level.padEnd(columns.level) + language.padEnd(columns.language);
  return [start + first, ...otherLines.map((line) => " ".repeat(width - textWidth) + line)];
}

function formatSummary(findings: readonly Finding[]): string {
  const { fits, tolerated, missing, wrong, failing } = countLevels(findings);
  const verdict = failing > 0 ? `${failing} of them (!) must be fixed.` : "Nothing mandatory is missing or wrong.";
  return `By call and language: ${fits} fit, ${tolerated} tolerated, ${missing} missing, ${wrong} wrong. ${verdict}`;
}

/** Wraps a text at a number of columns. Chinese characters take two columns. */
function wrapText(text: string, maxColumns: number): string[] {
  const result: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=[\s,/&}])/)) {
    if (line && countColumns(line + word.trimEnd()) > maxColumns) {
      result.push(line.trimEnd());
      line = "";
    }
    for (const character of word) {
      if (countColumns(line + character) > maxColumns) {
        result.push(line);
        line = "";
      }
      line += character;
    }
  }
  return [...result, line.trimEnd()];
}

function countColumns(text: string): number {
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
