import { getEndpoint } from "#app/services/api/contract/endpoints.ts";
import { remarks } from "#app/services/api/contract/remarks.ts";
import { locales } from "#app/i18n/locales.ts";
import { isFailure, levels, type Finding, type Level } from "./findings.ts";
import type { Target } from "./probe.ts";

const allLanguages = Object.values(locales).map(({ header }) => header);
const columns = { call: 18, level: 11, language: allLanguages.join(", ").length + 1 } as const;

function countLevels(findings: readonly Finding[]): Record<Level | "failing", number> {
  const counts = levels.map((level) => [level, findings.filter((finding) => finding.level === level).length]);
  return { ...(Object.fromEntries(counts) as Record<Level, number>), failing: findings.filter(isFailure).length };
}

export function formatJson(url: string, findings: readonly Finding[]): string {
  return JSON.stringify({ url, ok: !findings.some(isFailure), summary: countLevels(findings), findings }, null, 2);
}

export function formatTable({ base, paths }: Pick<Target, "base" | "paths">, findings: readonly Finding[]): string {
  const groups = [...Map.groupBy(findings, ({ call }) => call)].flatMap(([call, callFindings]) => {
    const optional = remarks[call].isOptional ? " (optional)" : "";
    const request = `${getEndpoint(call).method} ${paths[call] ?? getEndpoint(call).path}${optional}`;
    const merged = mergeLanguages(callFindings);
    if (merged[0]!.level === "fits") return formatRow(call, "fits", merged[0]!.language, [request]);
    return [...formatRow(call, "", "", [request]), ...merged.flatMap(formatFinding)];
  });
  const head = formatRow("CALL", "", "LANGUAGE", ["WHAT THERE IS"]);
  return [base, "", ...head, "", ...groups, "", formatSummary(findings)].join("\n");
}

function mergeLanguages(findings: readonly Finding[]): Finding[] {
  const byText = Map.groupBy(findings, ({ level, path, found, times }) =>
    level === "fits" ? level : [level, path, found, times].join(" "),
  );
  return [...byText.values()].map((same) => ({
    ...same[0]!,
    language: same.map(({ language }) => language).join(", "),
  }));
}

function formatFinding(finding: Finding): string[] {
  const { level, language, path, found, example, request, times } = finding;
  const places = times > 1 ? ` (and at ${times - 1} more)` : "";
  return formatRow("", isFailure(finding) ? `${level} !` : level, language, [
    `${path}${places}`,
    `found: ${found}`,
    ...(example ? [`fits:  ${example}`] : []),
    ...(request && request !== "{}" ? [`asked: ${request}`] : []),
  ]);
}

function formatRow(call: string, level: string, language: string, [first, ...others]: string[]): string[] {
  const start = call.padEnd(columns.call) + level.padEnd(columns.level) + language.padEnd(columns.language);
  return [start + first, ...others.map((line) => " ".repeat(start.length) + line)];
}

function formatSummary(findings: readonly Finding[]): string {
  const { fits, tolerated, missing, wrong, failing } = countLevels(findings);
  const verdict = failing > 0 ? `${failing} of them (!) must be fixed.` : "Nothing mandatory is missing or wrong.";
  return `By call and language: ${fits} fit, ${tolerated} tolerated, ${missing} missing, ${wrong} wrong. ${verdict}`;
}
