import { listBetween, listWords, normaliseLine, type NoteSegment } from "../api/contract/note-numbers.ts";
import {
  findColumn,
  findColumns,
  findUnit,
  readRows,
  type Headings,
  type PastedRow,
} from "../api/contract/pasted-table.ts";
import { numerals } from "../api/contract/chinese-numerals.ts";
import { expandFractions, findQuantity, isUnit, readQuantity, type FoundQuantity } from "../api/contract/quantity.ts";

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
 * A pasted line. `cells`: for a table's row, the quantity, the text of other columns, and the heading. `needsQuantity`:
 * an item without a quantity is refused, because quantities stand elsewhere in the table or list. `unit`: the unit of
 * quantities that have none. `mentionsSample`: a heading above asks for samples.
 */
export type PastedLine = NoteSegment & {
  plain: string;
  cells?: { quantity: string; rest: string; heading: string; needsQuantity: boolean };
  unit?: string;
  needsQuantity?: boolean;
  mentionsSample?: boolean;
};

export const samplePattern = /样品|小样|打样|[要寄]样|(?<![a-z])samples?(?![a-z])/i;

/** In a line without digits, matches words or a final colon that introduce the lines below it. */
const listHeadingPattern = /[:：]$|以下|下列|these|following/i;

/** Maximum characters of a line that are searched for item numbers. */
const maxReadLength = 5000;

/** Matches circled list numbers, and separators of columns: rules, tabs, bars and wide spaces. */
const dividers = /[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf]|[\p{Dash}_]{3,}|[\t|｜]|\s{2,}/gu;

const itemNumber = String.raw`(?<![a-z\d-])((?:[a-z]{1,6}[ -]?){1,3})(\d{3,6})`;

/**
 * Matches an item number and the abbreviated ones after it, for example `QG-P-0106/0107`. An abbreviated number begins
 * with a zero, which no quantity does.
 */
const abbreviatedPattern = new RegExp(String.raw`${itemNumber}((?:\s?[/,、+&和及]\s?0\d{1,5}(?![\d.]))+)`, "gi");

/** Matches a range of item numbers, for example `QG-P-0101~QG-P-0104` or QG-P-0101至0104. */
const rangePattern = new RegExp(
  String.raw`${itemNumber}\s?(?:(?:~|起?至|到|→|\sto\s)\s?(?:\1)?|-{1,2}\s?\1)(\d{3,6})(?![\da-z])`,
  "gi",
);

/**
 * Limits against abuse: maximum item numbers in a range, and maximum characters of a list whose ranges are written out.
 */
const [maxRange, maxExpandedLength] = [30, 4000];

/** Writes out all item numbers of a range, and abbreviated ones. */
const expandNumbers = (plain: string): string =>
  plain
    .replace(rangePattern, (text, prefix: string, first: string, last: string) => {
      const others = listBetween(first, last);
      return others.length > 0 && others.length < maxRange
        ? [first, ...others].map((digits) => prefix + digits).join("、")
        : text;
    })
    .replace(abbreviatedPattern, (_, prefix: string, first: string, ends: string) => {
      const others = ends.match(/\d+/g)!.map((end) => first.slice(0, -end.length) + end);
      return [first, ...others].map((digits) => prefix + digits).join("、");
    });

function createLine(line: string, numberText: string, isExpanded: boolean): PastedLine {
  // Separates columns, so that their texts aren't read as one number.
  const columns = normaliseLine(expandFractions(numberText.replace(dividers, " ; ").replaceAll("_", "-")));
  const plain = isExpanded ? expandNumbers(columns) : columns;
  const spaced = plain.replace(/(?<=\d)x(?=\d{1,5}\b)/gi, " x");
  return { text: line, plain: spaced, groups: listWords(spaced.slice(0, maxReadLength)) };
}

const quantityWords =
  /数量(?:[及和与/]?单位)?|单位数量|[需用重采订]?量|qty|qnty|quantit(?:y|ies)|amount|weight|order(?:ed)?|required|needed/gi;

/** Returns the unit in a quantity heading, such as `Weight, g` or 吨数; otherwise `undefined`. */
function readQuantityHeading(cell: string): string | undefined {
  const plain = cell.normalize("NFKC").toLowerCase();
  const words = plain.replace(quantityWords, " ").replace(/[()[\]【】{}/:,.\s]+/g, " ");
  const unit = words.trim().replace(/(?<=.)数$/, "");
  if (isUnit(unit)) return unit;
  // Returns no unit for a heading such as `Qty/Unit`, because each quantity has its own.
  return /数量[及和与/]?单位|单位数量|^(?:qty|quantity)\W?unit$|^unit\W?(?:qty|quantity)$/.test(plain) ? "" : undefined;
}

type Table = { names: ((typeof headings)[number][0] | undefined)[]; row: PastedRow };

/** Parses a row without numbers that names a column of item numbers or quantities. Other columns may have any names. */
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
  // Accepts a heading that is a mere unit, such as 吨, only if there is a column of item numbers.
  const isNamed = names.some((name, index) => name === "quantity" && row.cells[index]!.search(quantityWords) >= 0);
  return names.includes("number") || isNamed ? { names, row } : undefined;
}

/** Parses a row into a line for each of the tables that are side by side. */
function readTableRow(
  { names, row: { cells: heading, line: headingLine } }: Table,
  { line, cells }: PastedRow,
  unit: string,
  isExpanded: boolean,
) {
  const starts = names.flatMap((name, index) => (name === "number" ? index : []));
  const groups = starts.length < 2 ? [0] : [0, ...starts.slice(1)];
  return groups.flatMap((start, group): PastedLine[] => {
    const end = groups[group + 1] ?? Math.max(cells.length, names.length);
    const indexes = Array.from({ length: end - start }, (_, index) => start + index).filter((index) => cells[index]);
    if (indexes.length === 0) return [];
    const own = names.slice(start, end);
    const hasQuantities = own.includes("quantity");
    const getName = (index: number) => {
      const isUnitOfQuantity = !heading[index] && names[index - 1] === "quantity" && isUnit(cells[index]!);
      if (isUnitOfQuantity) return "unit";
      return names[index] === "unit" && !hasQuantities ? "quantity" : names[index];
    };
    const listColumns = (...wanted: (string | undefined)[]) =>
      indexes.filter((index) => wanted.includes(getName(index)));
    const joinCells = (all: readonly number[]) => all.map((index) => cells[index]!).join(" ; ");
    const numbers = own.includes("number") ? listColumns("number") : listColumns("ordinal", "other", undefined);
    const others = listColumns("other", undefined).filter((index) => !numbers.includes(index));
    // Without a quantity column, treats other columns with digits as unclear, because they may be quantities.
    const unclear = hasQuantities || own.includes("unit") ? [] : others.filter((index) => /\d/.test(cells[index]!));
    const quantityIndexes = listColumns("quantity");
    const headingUnit = readQuantityHeading(heading[quantityIndexes[0] ?? -1] ?? "");
    const ownUnit = headingUnit ?? findUnit(heading[quantityIndexes[0] ?? -1] ?? "", headings) ?? "";
    const quantity =
      unclear.length > 0
        ? unclear.map((index) => `${cells[index]} ${heading[index] || "?"}`).join(" ; ")
        : addUnit(joinCells(quantityIndexes), joinCells(listColumns("unit")) || ownUnit || unit);
    const ordinals = listColumns("ordinal").filter(
      (index) => !numbers.includes(index) && !/^\d+\.?$/.test(cells[index]!),
    );
    // Adds a heading's remark, such as 品名（麸炒）, because it applies to all rows.
    const headed = others.flatMap((index) => /[(（]([^()（）]+)[)）]/.exec(heading[index] ?? "")?.[1] ?? []);
    return [
      {
        ...createLine(
          groups.length === 1 ? line : cells.slice(start, end).join("\t").trim(),
          joinCells(numbers),
          isExpanded,
        ),
        cells: {
          quantity,
          rest: [joinCells([...ordinals, ...others.filter((index) => !unclear.includes(index))]), ...headed]
            .join(" ")
            .trim(),
          heading: headingLine,
          needsQuantity: hasQuantities || own.includes("unit"),
        },
      },
    ];
  });
}

/** Matches the end of a quantity without a unit, for example 20, 半 or 三十. */
const amountEndPattern = new RegExp(`[\\d.,'\\s半${numerals}]$`, "u");

/** Adds a heading's unit to a quantity without one. */
export const addUnit = (quantity: string, unit: string) =>
  unit === "" || quantity === "" || !amountEndPattern.test(quantity) ? quantity : `${quantity} ${unit}`;

/** Matches words that give the unit of all quantities, for example （单位：吨） or `all in tons`. */
const unitWords =
  /(?<!价格|金额)(?:单位|(?<![a-z])units?)\s{0,3}(?:均|都)?\s{0,3}(?:为|是|[:：]|are|is|in)\s{0,3}(\p{L}{1,12})|(?<![a-z])all (?:quantities |weights )?(?:are )?in (\p{L}{1,12})/iu;

/** Matches a line that contains nothing but the unit of all quantities. */
const unitLinePattern = /^[^\p{L}\d]{0,5}(?:以[下上])?(?:各?数量)?(?:计量)?(?:的?单位|units?)[^\d,，;；]{1,20}$/iu;

/** Returns the unit that a row defines for all quantities. */
function readUnitRow({ line, cells }: PastedRow): string | undefined {
  const [, first, second] = unitWords.exec(line) ?? [];
  const named = first ?? second;
  if (named !== undefined) return /^(?:元|人民币|rmb|usd|cny|eur)/i.test(named) ? undefined : named;
  if (/\d/.test(line) || cells.length === 1) return undefined;
  const units = cells.map((cell) => cell.replace(/[()（）]/g, "").trim()).filter(isUnit);
  return units.length === 1 ? units[0] : undefined;
}

/**
 * Matches a number before an item number that may be the line's number, for example in `11 QG-P-0104` or
 * `No. 11: QG-P-0104`.
 */
const leadingNumberPattern =
  /^[^\p{L}\d]{0,5}(n[or][^\p{L}\d]{1,3})?(\d{1,3})([\s,;:|.)、-]{1,5})(?!x\s)(?=[a-z]+[\d\s-])/iu;

/**
 * Removes line numbers that count from 1, or are written as such (`No. 7`, `7.`). Marks other ascending numbers with
 * `?`, because they may be quantities.
 */
function dropLineNumbers(rows: readonly PastedRow[]): PastedRow[] {
  const matches = rows.map(({ line }) => leadingNumberPattern.exec(line));
  const getNumber = (index: number) => Number(matches[index]?.[2] ?? NaN);
  const isCounted = (index: number) => getNumber(index) + 1 === getNumber(index + 1);
  let isFromOne = false;
  return rows.map((row, index) => {
    const [, word, number, sign = ""] = matches[index] ?? [];
    if (!isCounted(index - 1)) isFromOne = number === "1";
    const isLabel = word || (number && /[.)、]/.test(sign));
    if (!isLabel && !isCounted(index) && !isCounted(index - 1)) return row;
    return isLabel || isFromOne
      ? { ...row, line: row.line.replace(leadingNumberPattern, "") }
      : { ...row, line: row.line.replace(leadingNumberPattern, (text) => `${text.trimEnd()}? `) };
  });
}

/** Joins a number and its unit in adjacent cells. */
const joinUnits = (line: string) =>
  line.replace(/(?<=\d)[\t,;|，；｜]\s*(\p{L}{1,10})(?=\s*(?:[\t,;|，；｜]|$))/gu, (text, name: string) =>
    isUnit(name) ? ` ${name}` : text,
  );

const loneNumberPattern =
  /^[^\p{L}\d]*(?:(?:货号|编号|编码|item(?: ?no)?|sku|code|no)[\s.:：#]*)?(?:[a-z]{1,6}[\s-]?){1,3}\d{3,6}[^\p{L}\d]*$/iu;
const isLoneNumber = ({ line }: PastedRow) => loneNumberPattern.test(line.normalize("NFKC"));

const quantityLabelPattern = /^\s*(?:[订采]?[购货]?数量|公斤数|qty|quantity|amount|kgs?|kilos?)[\s.:：]*/i;

export const isReadable = ({ typed }: FoundQuantity) =>
  typed !== undefined && readQuantity(typed, "kg").problem?.reason !== "unreadable";

/** Classifies a row: a quantity with unit or label, a bare number, or other. */
function classifyQuantityRow({ line, cells }: PastedRow): "quantity" | "number" | "other" {
  if (cells.length > 1 || line.length > 40) return "other";
  const text = line.replace(quantityLabelPattern, "");
  const found = findQuantity(text);
  const { typed = "", rest } = found;
  if (!isReadable(found) || rest !== "") return "other";
  if (text !== line || /\p{L}/u.test(typed)) return "quantity";
  return readQuantity(typed).quantity === undefined ? "other" : "number";
}

/**
 * If rows alternate between an item number and a quantity, joins each such pair, with the rows between, into one row.
 * `needQuantities`: there are rows with quantities, but it is unknown to which item numbers they belong.
 */
function joinQuantities(rows: readonly PastedRow[]): { rows: readonly PastedRow[]; needQuantities: boolean } {
  const kinds = rows.map((row) => (isLoneNumber(row) ? "itemNumber" : classifyQuantityRow(row)));
  const ordered = kinds.filter((kind) => kind !== "other");
  const needQuantities = ordered.includes("quantity") || ordered.includes("number");
  const isPaired = ordered.every((kind, index) => kind === (index % 2 === 0 ? "itemNumber" : "quantity"));
  if (!needQuantities || !isPaired || ordered.length % 2 > 0) return { rows, needQuantities };
  const joined: PastedRow[] = [];
  let start: number | undefined;
  for (const [index, row] of rows.entries()) {
    if (kinds[index] === "itemNumber") start = index;
    if (start === undefined) joined.push(row);
    if (kinds[index] !== "quantity") continue;
    const line = rows
      .slice(start, index + 1)
      .map((one) => one.line)
      .join("\n");
    joined.push({ line, cells: [line] });
    start = undefined;
  }
  return { rows: joined, needQuantities: false };
}

/** Parses a pasted list of item numbers with quantities. */
export function readPastedLines(text: string): PastedLine[] {
  const { rows, needQuantities } = joinQuantities(readRows(text));
  const isExpanded = text.length <= maxExpandedLength;
  const tables = rows.map(readHeading);
  const unitsOfRows = rows.map((row, index) => (tables[index] ? undefined : readUnitRow(row)));
  const units = [...new Set(unitsOfRows.flatMap((one) => one ?? []))];
  // Uses `?` for several units, because it is unknown which one applies.
  const unit = units.length > 1 ? "?" : (units[0] ?? "");
  const plainRows = dropLineNumbers(rows);
  let table: Table | undefined;
  let mentionsSample = false;
  return rows.flatMap((row, index) => {
    const heading = tables[index];
    if (heading) {
      table = row.cells.length > 1 ? heading : undefined;
      return [];
    }
    if (unitsOfRows[index] === unit && unitLinePattern.test(row.line)) return [];
    if (table && row.cells.length > 1) return readTableRow(table, row, unit, isExpanded);
    const needsQuantity = table?.names.includes("quantity") || needQuantities;
    if (!/\d/.test(row.line))
      mentionsSample = listHeadingPattern.test(row.line) ? samplePattern.test(row.line) : mentionsSample;
    const line = createLine(row.line, joinUnits(plainRows[index]!.line), isExpanded);
    return { ...line, unit, needsQuantity, mentionsSample };
  });
}
