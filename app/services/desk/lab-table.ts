import { localeCodes } from "../../i18n/locales.ts";
import { findColumns, findUnit, readRows, type Headings, type PastedRow } from "../api/contract/pasted-table.ts";
import type { BatchFacts } from "../content/files/batch-schema.ts";
import type { ByLocale } from "../content/files/locale-files.ts";

export type BatchResult = BatchFacts["results"][number];

/** A pasted line. `row` is missing if its columns can't be told apart. */
export type LabRow = { line: string; row?: BatchResult };

/** A batch has some ten tests. More rows would hold up everybody else while they are compared. */
export const maxRows = 300;

const columnNames = [
  ...(["index", "other", "conclusion", "unit", "group"] as const),
  ...(["min", "max", "limit", "result", "test"] as const),
];

type Column = (typeof columnNames)[number];

/** The first that fits is meant. */
const headings: Headings<Column> = [
  ["index", /^(?:序号?|编号|项次|行号|号)$|^(?:#|no|nr|s ?n|s[lr]? no|serial(?: no)?|item no)$/],
  ["other", /(?:方法|依据|仪器|设备|人员?|日期|[检验][员者]|备注|说明|[检测定][出测量]限)$|^执行标准$/],
  ["other", /(?:methods?|instruments?|equipment|inspectors?|analysts?|operators?| by|date|remarks?|notes?|comments?)$/],
  ["other", /^(?:lod|loq|initials|signature|references?)$|detection|quantitation/],
  ["conclusion", /(?:结论|判定|判定结果|评[价定]|判断|符合性)$|是否[合符]/],
  [
    "conclusion",
    /(?:conclusions?|fail|verdict|judge?ments?|evaluation|assessment|compliance|conformity|status|decision)$/,
  ],
  ["unit", /^(?:计量|测量)?单位$|^units?(?: of measure(?:ment)?)?$|^uom$/],
  ["group", /(?:类别|分类|类型|大类)$|^(?:category|class|group|type)$/],
  ["min", /(?:下限|最[小低]值?)$|^(?:min|minimum|lower|lsl)(?: limit| value)?$/],
  ["max", /(?:上限|最[大高]值?)$|^(?:max|maximum|upper|usl)(?: limit| value)?$/],
  ["limit", /(?:标准|限度|限值|限量|规定|要求|范围|规格|标准值|规定值|指标值)$/],
  [
    "limit",
    /(?:limits?|specifications?|specs?|criteri(?:a|on)|standards?|requirements?|range|monograph)(?: values?)?$/,
  ],
  ["result", /(?:结果|数据|数值|实测值?|[测检][定测验出得]值)$/],
  ["result", /(?:results?|findings?|found|measured|observed|actual|data|observations?)(?: values?)?$|^values?$/],
  ["test", /(?:项目|名称?|参数|指标|检项|中文|英文)$/],
  [
    "test",
    /(?:tests?|items?|parameters?|analytes?|analys[ie]s|determinations?|characteristics?|attributes?|names?|propert(?:y|ies)|english|chinese)$/,
  ],
];

/** Stands between the words of two languages in one cell: `应澄清 // Clear`. */
const divider = " // ";

/** Splits a cell in both languages, such as 性状 Appearance. Symbols and units are no English words. */
function splitLanguages(cell: string): string[] {
  const start = cell.search(/\p{Script=Latin}/u);
  const [han, latin] = [cell.slice(0, start), cell.slice(start)];
  const isDivided = /\p{Script=Han}{2}/u.test(han) && /[\s/|（(]$/.test(han);
  if (start < 0 || !isDivided || !/^[a-z]{3}/i.test(latin) || hasHan(latin)) return [cell];
  return [han.replace(/[/|（(]\s*$/, ""), latin.replace(/[)）]$/, "")];
}

function readWords(cell: string): ByLocale<string> {
  const parts = cell.includes(divider) ? cell.split(divider) : splitLanguages(cell);
  return Object.fromEntries(
    localeCodes.flatMap((code, index) => (parts[index]?.trim() ? [[code, parts[index].trim()]] : [])),
  );
}

const hasHan = (text = "") => /\p{Script=Han}/u.test(text);

/** Adds the unit of another column, or of the heading, to a number. */
function addUnit(text: string, unit = ""): string {
  if (!/\d$/.test(text) || !/[\p{L}%‰]/u.test(unit)) return text;
  return /^[%‰]/.test(unit) ? text + unit : `${text} ${unit}`;
}

type ReadRow = (row: PastedRow) => { group?: string; test: string; limit: string; result: string } | undefined;

/** Reads rows by the columns of a heading. @returns `undefined` if two columns could be the same field */
function readByHeading(
  heading: readonly string[],
  names: readonly (Column | undefined)[],
  rows: readonly PastedRow[],
): ReadRow | undefined {
  const columns = [...names];
  // Groups and their tests may have one heading, whose cell is merged.
  const first = columns.indexOf("test");
  const isMerged = heading[first + 1] === "" && rows.some(({ cells }) => cells[first + 1]);
  if (first >= 0 && isMerged) columns.splice(first, 2, "group", "test");
  const isEnglish = (index: number) => !hasHan(heading[index]) || /英文/.test(heading[index]!);
  const find = (name: Column) => {
    const found = [...columns.keys()].filter((index) => columns[index] === name);
    return found.toSorted((a, b) => Number(isEnglish(a)) - Number(isEnglish(b)));
  };
  const places = Object.fromEntries(columnNames.map((name) => [name, find(name)])) as Record<Column, number[]>;
  if (places.result.length === 0) places.result = places.conclusion;
  const isClear = ([one, other, ...more]: number[]) =>
    more.length === 0 && (other === undefined || isEnglish(one!) !== isEnglish(other));
  const single = [places.unit, places.min, places.max, places.group];
  if (![places.test, places.limit, places.result].every(isClear) || single.some(({ length }) => length > 1))
    return undefined;
  if (places.test.length === 0 || places.result.length === 0) return undefined;
  return ({ line, cells }) => {
    // Between spaces an empty cell isn't seen.
    const isSure = cells.length === heading.length || /[\t|｜]/.test(line);
    if (!isSure || cells.slice(heading.length).some(Boolean) || places.result.every((place) => place >= cells.length))
      return undefined;
    const get = (name: Column) => {
      const texts = places[name].map((place) =>
        name === "test" || name === "group"
          ? (cells[place] ?? "")
          : addUnit(cells[place] ?? "", cells[places.unit[0] ?? -1] || findUnit(heading[place]!, headings)),
      );
      return texts.some(Boolean) ? texts.join(divider) : "";
    };
    const [min, max] = [get("min"), get("max")];
    const range = min && max ? `${min.replace(/(?<=\d)[^\d]*$/, "")}–${max}` : min ? `≥${min}` : max && `≤${max}`;
    return { group: get("group"), test: get("test"), limit: get("limit") || range, result: get("result") };
  };
}

const limitWords =
  /^(?:[≤≥]|<=|>=|不得|不[少低高大小]于|不超过|应|n[ml]t\b|not? (?:more|less) than|at (?:least|most)|should|must)/i;
const resultWords = /^(?:[符不]?合[格规]|符合|未检出|pass|compl|conform|n\.?d\.?$|not detected|absent)/i;
const isName = (text = "") =>
  text === "" ||
  (/[a-z]{2}/i.test(text) &&
    !hasHan(text) &&
    !/^[\d≤≥<>]/.test(text) &&
    !resultWords.test(text) &&
    !limitWords.test(text));

/** Reads rows without a heading by their shape: test, limit and result, after the test perhaps its English name. */
function readByShape(rows: readonly PastedRow[]): ReadRow {
  const isNumbered = rows.every(
    ({ cells }) => cells.length > 3 && /^[(（]?\d{0,3}[.、)）]?$/.test(cells[0]!.normalize("NFKC")),
  );
  const trim = (cells: readonly string[]) => cells.slice(isNumbered ? 1 : 0);
  const width = Math.max(...rows.map(({ cells }) => trim(cells).findLastIndex(Boolean) + 1));
  const tables = rows.map(({ cells }) => trim(cells).slice(0, Math.max(width, 3)));
  const count = (place: number) => tables.filter((cells) => limitWords.test(cells.at(place) ?? "")).length;
  // The limits may stand behind the results.
  const isSwapped = count(-2) === 0 && count(-1) > 0;
  const isClear = (cells: readonly string[]) =>
    cells.length === 4 ? isName(cells[1]) : !(hasHan(cells[0]) && cells[1] && isName(cells[1]));
  const isTable = tables.filter(({ length }) => length === 3 || length === 4).every(isClear);
  return ({ cells }) => {
    const own = trim(cells).slice(0, Math.max(width, 3));
    if (!isTable || own.length < 3 || own.length > localeCodes.length + 2) return undefined;
    const [limit = "", result = ""] = isSwapped ? own.slice(-2).toReversed() : own.slice(-2);
    return { test: own.slice(0, -2).join(divider), limit, result };
  };
}

const isHeading = (columns: readonly (Column | undefined)[] | undefined) =>
  columns?.includes("test") && (columns.includes("result") || columns.includes("conclusion"));

type ReadLine = { line: string; parts?: ReturnType<ReadRow>; group?: string; test?: string };

/** Reads the table of a laboratory. What comes before its heading, or doesn't fit it, is given back. */
export function parseRows(text: string): LabRow[] {
  const pasted = readRows(text);
  const columnsOf = new Map(pasted.map((row) => [row, findColumns(row, headings)]));
  const rows = pasted.filter((row) => !isHeading(columnsOf.get(row)));
  const heading = pasted.find((row) => isHeading(columnsOf.get(row)));
  const start = heading ? pasted.indexOf(heading) : 0;
  const read = heading ? readByHeading(heading.cells, columnsOf.get(heading)!, rows) : readByShape(rows);
  let group = "";
  const lines = rows.flatMap((row): ReadLine | ReadLine[] => {
    const { line, cells } = row;
    const isBefore = pasted.indexOf(row) < start;
    const title = /^[【[]([^】\]]+)[】\]]$/.exec(line)?.[1];
    if (heading && title && !isBefore) {
      group = title;
      return [];
    }
    const parts = isBefore || cells.length < 2 ? undefined : read?.(row);
    if (!parts) return { line };
    group = parts.group || group;
    const isGroup = heading && !parts.limit && !parts.result && parts.test !== "" && !parts.group;
    if (isGroup) group = parts.test;
    // The group of tests that follow is none.
    return isGroup ? [] : { line, parts, group, test: parts.test || group };
  });
  const names = Map.groupBy(lines, ({ test }) => test);
  return lines.map(({ line, parts, group: own, test = "" }) => {
    if (!parts) return { line };
    const isDouble = names.get(test)!.length > 1 && own && own !== test;
    return { line, row: createRow(isDouble ? `${own} ${test}` : test, parts) };
  });
}

const createRow = (test: string, { limit, result }: { limit: string; result: string }): BatchResult => ({
  test: readWords(test.replace(/^[【[]([^】\]]+)[】\]]$/, "$1")),
  ...(limit && { limit: readWords(limit) }),
  result: readWords(result),
});
