import { listWords, normaliseLine, type Part } from "../api/contract/note-numbers.ts";
import {
  findColumn,
  findColumns,
  findUnit,
  readRows,
  type Headings,
  type PastedRow,
} from "../api/contract/pasted-table.ts";
import { expandFractions, isUnit } from "../api/contract/quantity.ts";

const headings: Headings<"number" | "quantity" | "unit" | "ordinal" | "other"> = [
  ["number", /^(?:[产商物]?[品料]?(?:货号|编[号码]|代码)|货品编号|款号|料号)$/],
  ["number", /^(?:(?:item|product|article|art|part|catalogue|order) ?(?:no|nos|number|code|id)|sku|code|item)$/],
  ["quantity", /^(?:[订采]?[单购货]?(?:需[求要])?数?量|数|[订采][购货](?:数?量|数)|需求)$/],
  [
    "quantity",
    /^(?:(?:order(?:ed)? |required )?(?:qty|qnty|quantity|quantities|amount)(?: (?:ordered|required|needed))?)$/,
  ],
  ["unit", /^(?:计量|数量)?单位$|^units?$|^uom$/],
  ["ordinal", /^序号?$|^(?:#|s n|sn|no|nr|line)$/],
  [
    "other",
    /^(?:[产商药]?品名称?|名称|药材(?:名称)?|规格(?:型号)?|包装(?:规格)?|产地|等级|[单总]?价格?|单价|金额|合计|备注|说明|要求|附注|特殊要求)$/,
  ],
  [
    "other",
    /^(?:names?|products?(?: names?)?|item names?|descriptions?|spec(?:ification)?s?|pack(?:ing|aging)?|origin|grade|(?:unit )?price|total|remarks?|notes?|comments?|requirements?)$/,
  ],
];

/**
 * A pasted line as typed. Of a table it has the quantity, what the other columns say, and the heading. `needsQuantity`: whether there is a
 * column for it. `unit`: of quantities that have none.
 */
export type PastedLine = Part & {
  plain: string;
  cells?: { quantity: string; rest: string; heading: string; needsQuantity: boolean };
  unit?: string;
};

/** No numbers are looked for behind so much of a line. */
const maxReadLength = 5000;

/** Matches the numbers of a list in circles, and lines that are drawn between two columns. */
const dividers = /[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf]|[\p{Dash}_]{3,}|[\t|｜]|\s{2,}/gu;

function createLine(line: string, numberText = line): PastedLine {
  // Text of several columns isn't one number.
  const plain = normaliseLine(expandFractions(numberText.replace(dividers, " ; ").replaceAll("_", "-")));
  const glued = plain.replace(/(?<=\d)x(?=\d{1,5}\b)/gi, " x");
  return { text: line, plain: glued, groups: listWords(glued.slice(0, maxReadLength)) };
}

const quantityWords = /数量|[需用重采订]?量|qty|qnty|quantit(?:y|ies)|amount|weight|order(?:ed)?|required|needed/gi;

/** Returns the unit of a heading for quantities, such as `Weight, g` or 吨数; `undefined` if it is another one. */
function readQuantityHeading(cell: string): string | undefined {
  const plain = cell.normalize("NFKC").toLowerCase();
  const words = plain.replace(quantityWords, " ").replace(/[()[\]【】{}/:,.\s]+/g, " ");
  const unit = words.trim().replace(/(?<=.)数$/, "");
  return isUnit(unit) ? unit : undefined;
}

type Table = { names: ((typeof headings)[number][0] | undefined)[]; row: PastedRow };

/** Reads a row without numbers that names a column of item numbers or quantities. The other columns may have any names. */
function readHeading(row: PastedRow): Table | undefined {
  if (row.cells.length === 1) {
    const names = findColumns(row, headings);
    return names?.some((name) => name === "number" || name === "quantity") ? { names, row } : undefined;
  }
  if (/\d/.test(row.line.replace(/[(（[【][^)）\]】]*/g, ""))) return undefined;
  const names = row.cells.map((cell) => {
    const name = findColumn(cell, headings);
    return name === undefined && readQuantityHeading(cell) !== undefined ? ("quantity" as const) : name;
  });
  // A unit alone, such as 吨, is a heading only beside item numbers.
  const isNamed = names.some((name, index) => name === "quantity" && row.cells[index]!.search(quantityWords) >= 0);
  return names.includes("number") || isNamed ? { names, row } : undefined;
}

/** Reads the rows of a table. Two tables may stand side by side. */
function readTableRow(
  { names, row: { cells: heading, line: headingLine } }: Table,
  { line, cells }: PastedRow,
  unit: string,
) {
  const starts = names.flatMap((name, index) => (name === "number" ? index : []));
  const groups = starts.length < 2 ? [0] : starts.with(0, 0);
  return groups.flatMap((start, group): PastedLine[] => {
    const end = groups[group + 1] ?? Math.max(cells.length, names.length);
    const indexes = Array.from({ length: end - start }, (_, index) => start + index).filter((index) => cells[index]);
    if (indexes.length === 0) return [];
    const list = (...wanted: (string | undefined)[]) => indexes.filter((index) => wanted.includes(names[index]));
    const get = (all: readonly number[]) => all.map((index) => cells[index]!).join(" ; ");
    const own = names.slice(start, end);
    const quantityIndexes = list("quantity");
    // A number under a heading that nobody knows may be the quantity.
    const unclear = own.includes("quantity")
      ? []
      : list(undefined).filter((index) => /^[\d.,\s]+$/.test(cells[index]!));
    const headingOf = (index: number) =>
      readQuantityHeading(heading[index] ?? "") ?? findUnit(heading[index] ?? "", headings) ?? "";
    const quantity =
      unclear.length > 0
        ? unclear.map((index) => `${cells[index]} ${heading[index] || "?"}`).join(" ; ")
        : addUnit(get(quantityIndexes), get(list("unit")) || headingOf(quantityIndexes[0] ?? -1) || unit);
    const numbers = own.includes("number") ? list("number") : list("ordinal", "other", undefined);
    const rest = list("other", undefined).filter((index) => !numbers.includes(index) && !unclear.includes(index));
    const ordinals = list("ordinal").filter((index) => !numbers.includes(index) && !/^\d+\.?$/.test(cells[index]!));
    const text = groups.length === 1 ? line : cells.slice(start, end).join("\t").trim();
    return [
      {
        ...createLine(text, get(numbers)),
        cells: {
          quantity,
          rest: get([...ordinals, ...rest]),
          heading: headingLine,
          needsQuantity: own.includes("quantity"),
        },
      },
    ];
  });
}

/** Adds the unit of a heading to a quantity that has none. */
export const addUnit = (quantity: string, unit: string) =>
  unit === "" || quantity === "" || /[^\d.,'\s]$/.test(quantity) ? quantity : `${quantity} ${unit}`;

/** Matches a line that gives the unit of all quantities: （单位：吨）. */
const unitLine =
  /^[^\p{L}\d]{0,5}(?:以[下上])?(?:各?数量)?(?:计量)?(?:的?单位|units?|all (?:quantities|weights))(?:均|都)?(?:[为是:：]|\s|are|in){1,9}(\p{L}{1,12})[)）.。]?$/iu;

/** Matches the number before an item number, which may be that of a line: `11 QG-P-0104`, `No. 11: QG-P-0104`. */
const leadingNumber = /^[^\p{L}\d]{0,5}(n[or][^\p{L}\d]{1,3})?(\d{1,3})[\s,;:|.)、-]{1,5}(?=[a-z]+[\d\s-])/iu;

/** Removes the numbers of lines that are counted. */
function dropLineNumbers(rows: readonly PastedRow[]): PastedRow[] {
  const found = rows.map(({ line }) => leadingNumber.exec(line));
  const isCounted = (index: number) => Number(found[index]?.[2] ?? NaN) + 1 === Number(found[index + 1]?.[2]);
  return rows.map((row, index) =>
    found[index]?.[1] || isCounted(index) || isCounted(index - 1)
      ? { ...row, line: row.line.replace(leadingNumber, "") }
      : row,
  );
}

/** Reads the lines of a list of item numbers with quantities, as pasted from a spreadsheet or a mail. */
export function readPastedLines(text: string): PastedLine[] {
  let table: Table | undefined;
  let unit = "";
  return dropLineNumbers(readRows(text)).flatMap((row) => {
    const heading = readHeading(row);
    if (heading) {
      table = row.cells.length > 1 ? heading : undefined;
      return [];
    }
    const [, named = ""] = unitLine.exec(row.line) ?? [];
    const [headed = "", ...more] = /\d/.test(row.line) || row.cells.length === 1 ? [] : row.cells.filter(isUnit);
    if (isUnit(named) || (headed && more.length === 0)) unit = named || headed;
    if (named === unit && named !== "") return [];
    if (table && row.cells.length > 1) return readTableRow(table, row, unit);
    return { ...createLine(row.line), ...(unit && { unit }) };
  });
}
