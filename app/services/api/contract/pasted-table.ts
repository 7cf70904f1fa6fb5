import { cleanText } from "./clean-text.ts";
import { normaliseUnicode } from "./normalise-unicode.ts";

/** A pasted row. A line break within a quoted cell doesn't end the row. */
export type PastedRow = { line: string; cells: string[] };

/**
 * Matches a quoted cell, which may contain line breaks and commas. Quotes around a tab or bar don't match, because they
 * are two ditto marks in neighbouring cells.
 */
const quotedCellPattern = /(?<=^|[\t\n,;|])"(?:[^"\t|]|"")*"(?=[\t\n,;|]|$)/g;

/** Replaces a quoted cell while lines are split; no keyboard has this character. */
const placeholder = "\u{f0000}";

/** Matches a line break within a number, for example between `QG-P-` and `0101`. */
const breakInNumberPattern = /(?<=[a-z\d][-\u2010-\u2015])[ \t]*\n[ \t]*(?=[a-z\d])/gi;

/** Matches letters, digits and pictographs. A row of only dashes and punctuation is dropped. */
const contentPattern = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

const commas = [",", ";", "，", "；"];

/** Returns the separator that makes the same number of cells, at least two or three, of every line with a separator. */
function findComma(lines: readonly string[]): string | undefined {
  const rows = lines.filter((line) => commas.some((comma) => line.includes(comma)));
  return commas.find((comma) => {
    const counts = new Set(rows.map((line) => line.split(comma).length));
    const [count = 0] = counts;
    return counts.size === 1 && count > (lines.length > 1 && rows.length === lines.length ? 1 : 2);
  });
}

function splitCells(line: string, comma: string | undefined): string[] {
  if (line.includes("\t")) return line.split("\t");
  const cells = line.replace(/^\s*[|｜]|[|｜]\s*$/g, "").split(/[|｜]/);
  if (cells.length > 1) return cells;
  const columns = line.trim().split(/\s{2,}/);
  if (comma !== undefined && columns.length < 3) return line.split(comma);
  // Splits at one ideographic space, because it is as wide as two ordinary spaces.
  return columns.length === 1 ? line.trim().split("\u3000") : columns;
}

/** Parses rows of a spreadsheet, CSV, Markdown, or columns separated by two spaces. */
export function readRows(text: string): PastedRow[] {
  const quoted: string[] = [];
  const lines = cleanText(text)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll(placeholder, "")
    .replace(quotedCellPattern, (cell) => {
      quoted.push(cell.slice(1, -1).replaceAll('""', '"').replace(/\s+/g, " "));
      return placeholder;
    })
    .replace(breakInNumberPattern, "")
    .split("\n")
    .filter((line) => contentPattern.test(line) || line.includes(placeholder));
  const comma = findComma(lines.filter((line) => !/[\t|｜]/.test(line)));
  let next = 0;
  const rows = lines.map((line) => {
    const first = next;
    const cells = splitCells(line, comma).map((cell) =>
      cell.replaceAll(placeholder, () => quoted[next++] ?? "").trim(),
    );
    const restoredCells = quoted.slice(first, next);
    return { line: line.replaceAll(placeholder, () => restoredCells.shift() ?? "").trim(), cells };
  });
  return rows.filter(({ line }) => contentPattern.test(line));
}

/** Words that name each column in a heading. */
export type Headings<Column extends string> = readonly (readonly [column: Column, words: RegExp])[];

const traditional = "檢驗標準結單數貨號備註項測實規稱類編產論據質參";
const simplifiedCharacters = "检验标准结单数货号备注项测实规称类编产论据质参";
const traditionalPattern = new RegExp(`[${traditional}]`, "g");

/** Returns the column that a heading names, for example `检验项目 Test Item` or `數量(kg)`. */
export function findColumn<Column extends string>(cell: string, headings: Headings<Column>): Column | undefined {
  const plain = normaliseUnicode(cell, "NFKC").toLowerCase();
  if (plain.length > 60 || /\d/.test(plain)) return undefined;
  const words = plain
    .replace(traditionalPattern, (sign) => simplifiedCharacters[traditional.indexOf(sign)]!)
    .replace(/[([][^)\]]*[)\]]?/g, " ");
  const han = words.replace(/[^\p{Script=Han}]/gu, "");
  const latin = words
    .replace(/['’.]/g, "")
    .replace(/[^a-z#]+/g, " ")
    .trim();
  const find = (text: string) => (text ? headings.find(([, pattern]) => pattern.test(text))?.[0] : undefined);
  return find(han) ?? find(latin);
}

/** Returns the unit in a heading's brackets, as in `Quantity (kg)`. Brackets that name a column contain no unit. */
export function findUnit(heading: string, headings: Headings<string>): string | undefined {
  const [, unit = ""] = /[(（[]\s*([^()（）[\]]{1,20})[)）\]]\s*$/u.exec(heading) ?? [];
  return unit && !findColumn(unit, headings) ? unit.trim() : undefined;
}
