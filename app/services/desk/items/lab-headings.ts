import type { Messages } from "#app/i18n/messages.ts";
import { findColumns, type Headings, type PastedRow } from "#app/services/api/contract/pasted-table.ts";

/** Why a line can't be parsed. `words`: the heading's words that cause it. */
export type HeadingProblem = { reason: keyof Messages["owner"]["desk"]["batch"]["unread"]; words?: string[] };

const columnNames = [
  ...(["index", "other", "conclusion", "unit", "group", "standard", "indicator"] as const),
  ...(["min", "max", "limit", "result", "test"] as const),
];

type Column = (typeof columnNames)[number];

/** Headings of each column; the first match is used. */
export const headings: Headings<Column> = [
  ["index", /^(?:序号?|编号|项次|行号|号)$|^(?:#|no|nr|s ?n|s[lr]? no|serial(?: no)?|item no)$/],
  [
    "other",
    /(?:方法|依据|仪器|设备|人员?|日期|[检验][员者]|备注|说明|[检测定][出测量]限|不确定度|平行样?|批号)$|^执行标准$/,
  ],
  ["other", /(?:methods?|instruments?|equipment|inspectors?|analysts?|operators?| by|date|remarks?|notes?|comments?)$/],
  [
    "other",
    /^(?:lod|loq|mdl|mql|initials|signature|references?|cas(?: no)?|uncertainty|replicates?)$|detection|quantitation/,
  ],
  ["conclusion", /(?:结论|判定|判定结果|评[价定]|判断|符合性)$|是否[合符]/],
  [
    "conclusion",
    /(?:conclusions?|fail|verdict|judge?ments?|evaluation|assessment|compliance|conformity|status|decision)$/,
  ],
  ["unit", /^(?:计量|测量)?单位$|^units?(?: of measure(?:ment)?)?$|^uom$/],
  ["group", /(?:类别|分类|类型|大类)$|^(?:category|class|group|type)$/],
  ["min", /(?:下限|最[小低]值?)$|(?:^| )(?:min|minimum|lower|lsl)(?: limit| value)?$/],
  ["max", /(?:上限|最[大高]值?)$|(?:^| )(?:max|maximum|upper|usl)(?: limit| value)?$/],
  ["standard", /^(?:[检试][验测]|测试)?标准$|^(?:test(?:ing)? )?standards?$/],
  ["indicator", /^指标$/],
  ["limit", /(?:标准|限度|限量?|规定|要求|范围|规格|指标(?=值))值?$|^(?:标准|质量|技术|控制|限量)指标$/],
  [
    "limit",
    /(?:limits?|specifications?|specs?|criteri(?:a|on)|standards?|requirements?|range|monograph|mrls?)(?: values?)?$/,
  ],
  ["result", /(?:结果|数据|数值|实测值?|[测检][定测验出得]值|平均值?|均值)$/],
  [
    "result",
    /(?:results?|findings?|found|measured|observed|actual|data|observations?|average|mean)(?: values?)?$|^values?$/,
  ],
  ["test", /(?:项目|名称?|参数|指标|检[验测]?项|中文|英文|化合物|[成组]分)$/],
  [
    "test",
    /(?:tests?|items?|parameters?|analytes?|analys[ie]s|determinations?|characteristics?|attributes?|names?|propert(?:y|ies)|compounds?|substances?|english|chinese)$/,
  ],
];

export const hasHan = (text = "") => /\p{Script=Han}/u.test(text);

/** Rows below a heading. For rows above the first heading, `heading` and `columns` are empty. */
export type Section = { heading: string[]; columns: (Column | undefined)[]; rows: PastedRow[] };

const isHeading = (columns: readonly (Column | undefined)[] = []) =>
  columns.some((column) => column === "test" || column === "indicator") &&
  columns.some((column) => column === "result" || column === "conclusion");

/** Joins a heading that has merged cells with the next row, which has the headings below them. */
function joinHeadings({ heading, columns }: Section, cells: readonly string[], names: Section["columns"]): Section {
  let top = 0;
  const spanningIndexes = heading.map((cell, index) => (cell ? (top = index) : top));
  const join = (index: number) =>
    cells[index] ? `${heading[spanningIndexes[index]!] ?? ""} ${cells[index]}` : heading[index]!;
  const getColumn = (index: number) => {
    const isGeneral = ["indicator", "standard", "limit", "result", "test"].includes(names[index] ?? "test");
    return cells[index] === ""
      ? columns[index]
      : isGeneral
        ? (columns[spanningIndexes[index]!] ?? names[index])
        : names[index];
  };
  const indexes = [...heading.keys()];
  return { heading: indexes.map(join), columns: indexes.map(getColumn), rows: [] };
}

export function divideTable(pastedRows: readonly PastedRow[]): Section[] {
  const sections: Section[] = [{ heading: [], columns: [], rows: [] }];
  for (const row of pastedRows) {
    const section = sections.at(-1)!;
    const cells = row.cells.length === 1 ? row.line.split(/\s+/) : row.cells;
    const columns = findColumns({ ...row, cells: row.cells.map((cell) => cell.replace(/\s?\d$/, "")) }, headings);
    const isFirst = section.rows.length === 0 && section.heading.length === cells.length;
    const isEveryCellKnown = columns && cells.every((cell, index) => cell === "" || columns[index]);
    if (isFirst && isEveryCellKnown && cells.some((cell, index) => cell && !section.heading[index]))
      sections[sections.length - 1] = joinHeadings(section, cells, columns);
    else if (!columns || !isHeading(columns)) section.rows.push(row);
    // A heading that is repeated at once, for example in English, doesn't begin a new section.
    else if (!isFirst || columns.join() !== section.columns.join())
      sections.push({ heading: cells, columns, rows: [] });
  }
  return sections;
}

const unitPattern = /^(?:[%‰°℃/—–-]|[kmµμunp]?(?:g|l|mol)\b|pp[mb]\b|cfu\b|mpn\b|i?u\b|bq\b|[cm]m\b)/i;

/** Names columns that have no name, or whose name depends on other columns. */
function nameColumns({ heading, columns: names, rows }: Section): Section["columns"] {
  const columns = [...names];
  const listCells = (index: number) => rows.flatMap(({ cells }) => cells[index] || []);
  const [hasTest, hasLimit] = [["test"], ["limit", "min", "max"]].map((searchedNames) =>
    columns.some((name) => searchedNames.includes(name ?? "")),
  );
  // The column of groups and the column of tests may share a heading, in a merged cell.
  const testIndex = columns.indexOf("test");
  if (testIndex >= 0 && heading[testIndex + 1] === "" && !columns[testIndex + 1] && listCells(testIndex + 1).length > 0)
    columns.splice(testIndex, 2, "group", "test");
  for (const [index, name] of columns.entries()) {
    const left = columns[index - 1];
    if (name === "standard") columns[index] = hasLimit ? "other" : "limit";
    if (name === "indicator") columns[index] = hasTest && !hasLimit ? "limit" : "test";
    // A column of values and the column of their units may share a heading, in a merged cell.
    const isUnitColumn =
      !heading[index] &&
      (left === "limit" || left === "result") &&
      listCells(index).every((text) => unitPattern.test(text));
    if (isUnitColumn && listCells(index).length > 0) columns[index] = "unit";
  }
  return columns;
}

/** Finds the columns of each field. */
export function findColumnIndexes(section: Section): HeadingProblem | Record<Column, number[]> {
  const { heading, rows } = section;
  const columns = nameColumns(section);
  const filledColumns = new Set(rows.flatMap(({ cells }) => [...cells.keys()].filter((index) => cells[index])));
  const unknownWords = heading.filter((cell, index) => cell && !columns[index] && filledColumns.has(index));
  if (unknownWords.length > 0) return { reason: "unknown", words: unknownWords };
  const isEnglish = (index: number) => !hasHan(heading[index]) || /英文/.test(heading[index]!);
  const find = (name: Column) => {
    const indexes = [...columns.keys()].filter((index) => columns[index] === name);
    return indexes.toSorted((a, b) => Number(isEnglish(a)) - Number(isEnglish(b)));
  };
  const columnIndexes = Object.fromEntries(columnNames.map((name) => [name, find(name)])) as Record<Column, number[]>;
  if (columnIndexes.result.length === 0) columnIndexes.result = columnIndexes.conclusion;
  const isUnambiguous = ([one, other, ...more]: number[]) =>
    more.length === 0 && (other === undefined || isEnglish(one!) !== isEnglish(other));
  const followsValue = (index: number) => ["min", "max", "limit", "result"].includes(columns[index - 1] ?? "");
  const ambiguousIndexes = [
    ...[columnIndexes.test, columnIndexes.limit, columnIndexes.result].filter((indexes) => !isUnambiguous(indexes)),
    ...[columnIndexes.min, columnIndexes.max, columnIndexes.group].filter(({ length }) => length > 1),
    ...(columnIndexes.unit.length > 1 && !columnIndexes.unit.every(followsValue) ? [columnIndexes.unit] : []),
  ];
  return ambiguousIndexes.length > 0
    ? { reason: "double", words: [...new Set(ambiguousIndexes.flat().map((index) => heading[index]!))] }
    : columnIndexes;
}
