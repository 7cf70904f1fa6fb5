import { localeCodes } from "#app/i18n/locales.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { findColumn, findUnit, readRows, type PastedRow } from "#app/services/api/contract/pasted-table.ts";
import type { BatchFacts } from "#app/services/content/files/schemas/batch-schema.ts";
import { isOutsideLimit } from "#app/services/content/reading/content-batches.ts";
import type { ByLocale } from "#app/services/content/reading/locale-files.ts";
import { divideTable, findColumnIndexes, hasHan, headings, type HeadingProblem, type Section } from "./lab-headings.ts";

export type BatchResult = BatchFacts["results"][number];

export type LabRow = { line: string } & (
  { row: BatchResult; problem?: never } | { row?: never; problem: HeadingProblem }
);

/** Maximum number of rows. A batch has far fewer, and more would block other requests. */
export const maxRows = 300;

/** Separates two languages in a cell: `应澄清 // Clear`. */
const divider = " // ";

const abbreviationPattern = /^(?:LO[DQ]|M[DRQ]L|RSD|CFU|MPN|PP[MB]|U?HPLC|TLC|ICP|GC|LC|UV)\b/i;

/** Splits a bilingual cell, such as 性状 Appearance. Symbols and units aren't English. */
function splitLanguages(cell: string): string[] {
  const start = cell.search(/\p{Script=Latin}/u);
  const [han, latin] = [cell.slice(0, start), cell.slice(start)];
  // A word after a number is its unit, not the start of the English.
  const hasSeparatorBeforeLatin =
    /\p{Script=Han}{2}/u.test(han) && /[^\d\s]\s*[\s/|（(]$/.test(han) && !abbreviationPattern.test(latin);
  if (start < 0 || !hasSeparatorBeforeLatin || !/^[a-z]{3}/i.test(latin) || hasHan(latin)) return [cell];
  return [han.replace(/[/|（(]\s*$/, ""), latin.replace(/[)）]$/, "")];
}

function readWords(cell: string): ByLocale<string> {
  const parts = cell.includes(divider) ? cell.split(divider) : splitLanguages(cell);
  return Object.fromEntries(
    localeCodes.flatMap((code, index) => (parts[index]?.trim() ? [[code, parts[index].trim()]] : [])),
  );
}

/** Whether a unit can follow a text, because it ends in a digit, or has digits but no letters, for example `6.3↑`. */
const acceptsUnit = (text: string) => /[\d⁰¹²³⁴-⁹]$/.test(text) || (/\d/.test(text) && !/[\p{L}%‰°]/u.test(text));

/** Adds the unit of a column or heading to a number. A remark in brackets stays after the unit. */
function addUnit(text: string, unit = ""): string {
  const [, number = text, remark = ""] = /^([^(（]*\d)(\s*[(（].*)$/.exec(text) ?? [];
  if (!acceptsUnit(number) || !/[\p{L}%‰°]/u.test(unit) || /^(?:无|n\/a|none|dimensionless)/i.test(unit)) return text;
  return (/^[%‰]/.test(unit) ? number + unit : `${number} ${unit}`) + remark;
}

/** Whether a text, for example a dash, means that there is no limit. */
const isNoLimit = (text = "") => /^(?:[-–—−/\\]+|n\/a)?$/i.test(text);

/** `limit` is missing if there is no column of limits. An empty one is reported if other rows have limits. */
type Parts = { group?: string; test: string; limit?: string; result: string; isFailed?: boolean };
type ReadRow = (row: PastedRow) => Parts | HeadingProblem;

function createHeadingReader(section: Section): ReadRow {
  const { heading } = section;
  const columnIndexes = findColumnIndexes(section);
  if ("reason" in columnIndexes) return () => columnIndexes;
  const { unit: units } = columnIndexes;
  const knownIndexes = new Set(Object.values(columnIndexes).flat());
  const usedIndexes = (["test", "group", "limit", "min", "max", "result", "unit"] as const).flatMap(
    (name) => columnIndexes[name],
  );
  const width = heading.findLastIndex(Boolean) + 1;
  const hasLimit = [columnIndexes.limit, columnIndexes.min, columnIndexes.max].some(({ length }) => length > 0);
  return ({ cells }) => {
    if (cells.length < width || cells.slice(heading.length).some(Boolean)) return { reason: "cells" };
    if (cells.some((cell, index) => cell && !knownIndexes.has(index))) return { reason: "unnamed" };
    if (usedIndexes.some((index) => dittoPattern.test(cells[index] ?? ""))) return { reason: "ditto" };
    const findUnitIndex = (index: number) => (units.length > 1 ? units.find((unit) => unit === index + 1) : units[0]);
    const get = (name: keyof typeof columnIndexes) => {
      const texts = columnIndexes[name].map((index) =>
        name === "test" || name === "group"
          ? (cells[index] ?? "")
          : addUnit(cells[index] ?? "", cells[findUnitIndex(index) ?? -1] || findUnit(heading[index]!, headings)),
      );
      return texts.some(Boolean) ? texts.join(divider) : "";
    };
    const isBare = (index: number) => {
      const own = cells[findUnitIndex(index) ?? -1];
      return own === "" && acceptsUnit(cells[index] ?? "") && !findUnit(heading[index]!, headings);
    };
    if ([...columnIndexes.limit, ...columnIndexes.result].some(isBare)) return { reason: "noUnit" };
    const [min, max] = [get("min"), get("max")].map((text) => (isNoLimit(text) ? "" : text)) as [string, string];
    const range = min && max ? `${min.replace(/(?<=\d)[^\d]*$/, "")}–${max}` : min ? `≥${min}` : max && `≤${max}`;
    const limit = get("limit") || range || get("min") || get("max");
    const isFailed =
      columnIndexes.result !== columnIndexes.conclusion &&
      columnIndexes.conclusion.some((index) => failurePattern.test(cells[index]!));
    return { group: get("group"), test: get("test"), ...(hasLimit && { limit }), result: get("result"), isFailed };
  };
}

const failurePattern = /^(?:不[符合]|否|fail|non|not? |does not|no$)/i;
const limitPattern =
  /^(?:[≤≥]|<=|>=|不得|不[少低高大小]于|不超过|应|n[ml]t\b|not? (?:more|less) than|at (?:least|most)|should|must)/i;
const resultPattern = /^(?:[符不]?合[格规]|符合|未检出|pass|compl|conform|n\.?d\.?$|not detected|absent)/i;
const isEnglishName = (text = "") =>
  text === "" ||
  (/[a-z]{2}/i.test(text) &&
    !hasHan(text) &&
    !/^[\d≤≥<>]/.test(text) &&
    !resultPattern.test(text) &&
    !limitPattern.test(text));

const dittoPattern = /^(?:同[上前左].{0,2}|[〃"“”″＂'’]{1,2}|[-—]+\s*["”〃″]\s*[-—]+|ditto|do\.?)$/i;

/** Matches the number of a test's method, such as `GB 5009.12-2023`, `T/CACM 1021` or `通则 0832`. */
const methodNumberPattern = new RegExp(
  [
    "^(?:《|[Gg][Bb]|(?:中国)?药典|\\d{4}\\s*年?版|通则|0\\d{3}(?!\\d)|(?:Ch\\.?P|USP|EP|BP|JP|AOAC|Ph\\.? ?Eur)\\b)",
    "^(?!NMT|NLT|MAX|MIN|RSD|PH\\b)(?:[A-Z]{1,6}\\d{0,2}\\s?/\\s?[A-Z]{1,6}|[A-Z]{2,6}(?:\\s[A-Z]{2,6})?)[\\s-]?\\d",
  ].join("|"),
);
const isDocument = (text: string) =>
  methodNumberPattern.test(text) && !/[≤≥]|符合|规定|要求|应|不得|compl|conform/i.test(text);

const isLimit = (text: string) => limitPattern.test(text) || /\d\s?%?\s?(?:[–—~～至-]|to)\s?\d/.test(text);

/** Matches a number without a comparison such as `≤`, which may be a result. */
const bareNumberPattern = /^(?=\d)[\d.,]+(?![\d.,])[^\d以]*$/;

/** Returns why a row is uncertain, if it is. */
function findProblem({ test, limit = "", result }: Parts): HeadingProblem["reason"] | undefined {
  const texts = [test, limit, result];
  if (test.split(divider).some((name) => name && !/\p{L}/u.test(name))) return "columns";
  if (texts.some((text) => dittoPattern.test(text))) return "ditto";
  // A table row has neither markup nor two labels with a colon.
  const hasMarkup = texts.some((text) => /&#?\w+;|<\/?[a-z]+\b[^<]*>/i.test(text));
  const labels = texts.filter((text) => /^[^\d:：]+[:：]/.test(text));
  if (hasMarkup || labels.length > 1) return "columns";
  if (isDocument(limit) || isDocument(result)) return "document";
  return !isNoLimit(limit) && !isLimit(limit) && isLimit(result) ? "swapped" : undefined;
}

const headingWordPattern =
  /^(?:序号|(?:检[验测查]|测试|分析|实测)?(?:项目|参数|指标|名称|结果)|限[度量值])$|^(?:(?:test )?(?:items?|parameters?|results?)|tests?|analytes?|compounds?|limits?|specifications?)$/i;

/** Returns the problem of a heading, with its unknown words if there are any; `undefined` for other rows. */
function findHeadingProblem(cells: readonly string[]): HeadingProblem | undefined {
  const words = cells.filter(Boolean);
  if (words.length < 2 || !words.some((cell) => headingWordPattern.test(cell))) return undefined;
  const unknownWords = words.filter((cell) => !findColumn(cell, headings));
  return unknownWords.length > 0 ? { reason: "unknown", words: unknownWords } : columnsProblem;
}

/** Parses rows without a heading by the cells' positions: test, English name, limit, result. */
function createPositionReader(rows: readonly PastedRow[]): ReadRow {
  const isNumbered = rows.every(
    ({ cells }) => cells.length > 3 && /^[(（]?\d{0,3}[.、)）]?$/.test(normaliseUnicode(cells[0]!, "NFKC")),
  );
  const trim = (cells: readonly string[]) => cells.slice(isNumbered ? 1 : 0);
  const width = Math.max(...rows.map(({ cells }) => trim(cells).findLastIndex(Boolean) + 1));
  const trimmedRows = rows.map(({ cells }) => trim(cells).slice(0, Math.max(width, 3)));
  const countLimits = (index: number) => trimmedRows.filter((cells) => limitPattern.test(cells.at(index) ?? "")).length;
  // The limits may be after the results.
  const isSwapped = countLimits(-2) === 0 && countLimits(-1) > 0;
  const isUnambiguous = (cells: readonly string[]) =>
    cells.length === 4 ? isEnglishName(cells[1]) : !(hasHan(cells[0]) && cells[1] && isEnglishName(cells[1]));
  const hasClearColumns = trimmedRows.filter(({ length }) => length === 3 || length === 4).every(isUnambiguous);
  return ({ cells }) => {
    const own = trim(cells).slice(0, Math.max(width, 3));
    if (!hasClearColumns || own.length < 3 || own.length > localeCodes.length + 2) return { reason: "columns" };
    const [limit = "", result = ""] = isSwapped ? own.slice(-2).toReversed() : own.slice(-2);
    if (bareNumberPattern.test(limit) || (resultPattern.test(limit) && !resultPattern.test(result)))
      return { reason: "swapped" };
    return { test: own.slice(0, -2).join(divider), limit, result };
  };
}

type ReadLine = { line: string; parts: Parts | HeadingProblem };

const isParsed = (line: ReadLine): line is { line: string; parts: Parts } => !("reason" in line.parts);

/** Parses the rows below one heading, with their groups. */
function readSection(section: Section): ReadLine[] {
  const { heading, rows } = section;
  const hasHeading = heading.length > 0;
  const read = hasHeading ? createHeadingReader(section) : createPositionReader(rows);
  let group = "";
  return rows.flatMap((row): ReadLine | ReadLine[] => {
    const { line, cells } = row;
    const title = /^[【[]([^】\]]+)[】\]]$/.exec(line)?.[1];
    if (hasHeading && title) {
      group = title;
      return [];
    }
    const parts = findHeadingProblem(cells) ?? (cells.length < 2 ? columnsProblem : read(row));
    if ("reason" in parts) return { line, parts };
    group = parts.group || group;
    const isBare = hasHeading && !parts.limit && !parts.result && parts.test !== "" && !parts.group;
    // A row with only a name is the name of the next group.
    if (isBare && row !== rows.at(-1)) {
      group = parts.test;
      return [];
    }
    const reason = findProblem(parts);
    const [, own = group, name = parts.test || (parts.group ?? "")] = /^【([^】]+)】\s*(\S.*)$/.exec(parts.test) ?? [];
    return { line, parts: reason ? { reason } : { ...parts, group: own, test: name.replace(labelPattern, "") } };
  });
}

const columnsProblem: HeadingProblem = { reason: "columns" };

/** Matches the number before a name, such as `1.`, `（3）`, `④` or `二、`. */
const labelPattern =
  /^(?:[(（](?:\d{1,2}|[一二三四五六七八九十]{1,2})[)）]|\d{1,2}[.．、)）](?!\d)|[一二三四五六七八九十]{1,2}、|[①-⑳])\s*(?=\S)/u;

/** Parses a pasted table. A line outside the table, or one that can't be parsed, has a problem instead of a row. */
export function parseRows(text: string): LabRow[] {
  const pastedRows = readRows(text);
  const [leadingSection, ...sections] = divideTable(pastedRows);
  const lines =
    sections.length === 0
      ? readSection(leadingSection!)
      : [
          ...leadingSection!.rows.map(({ line }) => ({ line, parts: columnsProblem })),
          ...sections.flatMap(readSection),
        ];
  if (lines.length === 0 && text.trim()) return [{ line: text.trim(), problem: { reason: "none" } }];
  const parsedLines = lines.filter(isParsed);
  const linesByTest = Map.groupBy(parsedLines, ({ parts }) => parts.test);
  const hasLimits = parsedLines.some(({ parts }) => !isNoLimit(parts.limit));
  return lines.map((one) => {
    const { line } = one;
    if (!isParsed(one)) return { line, problem: one.parts as HeadingProblem };
    const { group, test, limit, isFailed } = one.parts;
    if (limit === "" && hasLimits) return { line, problem: { reason: "noLimit" } };
    const isGroupedTwice = linesByTest.get(test)!.length > 1 && group && group !== test;
    const row = createRow(isGroupedTwice ? `${group} ${test}` : test, one.parts);
    return isFailed && !isOutsideLimit(row) ? { line, problem: { reason: "failed" } } : { line, row };
  });
}

const createRow = (test: string, { limit, result }: Parts): BatchResult => ({
  test: readWords(test.replace(/^[【[]([^】\]]+)[】\]]$/, "$1")),
  ...(limit && !isNoLimit(limit) && { limit: readWords(limit) }),
  result: readWords(result),
});
