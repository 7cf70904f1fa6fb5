import {
  divideWords,
  isShaped,
  listCandidates,
  listWords,
  normaliseLine,
  type Part,
} from "../api/contract/note-numbers.ts";
import { findColumns, findUnit, readRows, type Headings } from "../api/contract/pasted-table.ts";
import {
  expandFractions,
  findQuantity,
  readQuantity,
  type QuantityProblem,
  trimSigns,
} from "../api/contract/quantity.ts";
import { limits } from "../api/contract/limits.ts";
import type { MinimumOrder } from "../api/contract/minimum-order.ts";

const headings: Headings<"number" | "quantity" | "unit" | "remark" | "other"> = [
  ["number", /^(?:[产商物]?[品料]?(?:货号|编[号码]|代码)|货品编号|款号|料号)$/],
  ["number", /^(?:(?:item|product|article|art|part|catalogue|order) ?(?:no|nos|number|code|id)|sku|code|item)$/],
  ["quantity", /^(?:[订采]?[单购货]?(?:需[求要])?数?量|数|[订采][购货](?:数?量|数)|需求)$/],
  [
    "quantity",
    /^(?:(?:order(?:ed)? |required )?(?:qty|qnty|quantity|quantities|amount)(?: (?:ordered|required|needed))?)$/,
  ],
  ["unit", /^(?:计量|数量)?单位$|^units?$|^uom$/],
  ["remark", /^(?:备注|说明|要求|附注|特殊要求)$|^(?:remarks?|notes?|comments?|requirements?)$/],
  [
    "other",
    /^(?:序号?|[产商药]?品名称?|名称|药材(?:名称)?|规格(?:型号)?|包装(?:规格)?|产地|等级|[单总]?价格?|单价|金额|合计)$/,
  ],
  [
    "other",
    /^(?:#|s n|sn|no|nr|line|names?|products?(?: names?)?|item names?|descriptions?|spec(?:ification)?s?|pack(?:ing|aging)?|origin|grade|(?:unit )?price|total)$/,
  ],
];

/** A pasted line as typed. Of a table with headings it has what stands in the columns. */
export type PastedLine = Part & { plain: string; cells?: { quantity: string; remark: string } };

/** No numbers are looked for behind so much of a line. */
const maxReadLength = 5000;

function createLine(line: string, numberText = line): PastedLine {
  // Text of several columns isn't one number.
  const plain = normaliseLine(expandFractions(numberText.replace(/[\t|｜]|\s{2,}/g, " ; ").replaceAll("_", "-")));
  const glued = plain.replace(/(?<=\d)x(?=\d{1,5}\b)/gi, " x");
  return { text: line, plain: glued, groups: listWords(glued.slice(0, maxReadLength)) };
}

/** Reads the lines of a list of item numbers with quantities, as pasted from a spreadsheet or a mail. */
export function readPastedLines(text: string): PastedLine[] {
  const rows = readRows(text);
  let columns: ReturnType<typeof findColumns<(typeof headings)[number][0]>>;
  let heading: readonly string[] = [];
  return rows.flatMap((row) => {
    const { line, cells } = row;
    const names = findColumns(row, headings);
    if (names?.some((name) => name === "number" || name === "quantity")) {
      [columns, heading] = [cells.length > 1 ? names : undefined, cells];
      return [];
    }
    const get = (name: string) => cells[columns?.findIndex((column) => column === name) ?? -1] ?? "";
    if (get("number") === "" || !columns?.includes("quantity")) return createLine(line);
    const quantity = get("quantity");
    const unit = get("unit") || findUnit(heading[columns.indexOf("quantity")]!, headings) || "";
    const hasUnit = unit === "" || /[^\d.,'\s]$/.test(quantity) || quantity === "";
    return {
      ...createLine(line, get("number")),
      cells: { quantity: hasUnit ? quantity : `${quantity} ${unit}`, remark: get("remark") },
    };
  });
}

const maxNumberLength = 60;

/** Lists what may be item numbers, first what looks like one. Of lines beyond the limit nothing is looked up. */
export function listItemNumbers(lines: readonly PastedLine[]): string[] {
  const isPossible = (text: string) => /\d/.test(text) && text.length <= maxNumberLength && !/^\d\S* /.test(text);
  const candidates = lines
    .slice(0, limits.items)
    .flatMap(({ groups }) => listCandidates({ text: "", groups }))
    .filter(isPossible);
  return [...new Set([...candidates.filter(isShaped), ...candidates])];
}

/** A line, or a part of one that has several numbers. Without a number it isn't known. `rest` is what else it says. */
export type PastedItem = { line: string; number?: string; typed?: string; rest: string; needsQuantity?: true };

/** Divides a line by its numbers. */
export function readPastedItems(line: PastedLine, isKnown: (number: string) => boolean): PastedItem[] {
  const { text, plain, groups, cells } = line;
  let end = 0;
  const numbers = groups
    .flatMap((words) => divideWords(words, isKnown))
    .filter((run) => {
      const isApart = /[,;、]/.test(plain.slice(end, run.index)) || end === 0;
      // A number without letters may be a quantity, and what only looks like a number a remark.
      const isStart = run.isKnown
        ? isApart || /[a-z]/i.test(run.text)
        : run.isNumber && isApart && /\d{3}/.test(run.text);
      if (isStart) end = run.end;
      return isStart;
    });
  const known = numbers.find(({ isKnown: one }) => one);
  if (!known) return [{ line: text, rest: "" }];
  if (cells) {
    const item = { line: text, number: known.text, rest: cells.remark, needsQuantity: true as const };
    return [cells.quantity ? { ...item, typed: cells.quantity } : item];
  }
  const bounds = [0, ...numbers.flatMap((run) => [run.index, run.end]), plain.length];
  const gaps = [0, ...numbers.keys()].map((_, index) =>
    findQuantity(plain.slice(bounds[2 * index], bounds[2 * index + 1]).replace(label, "")),
  );
  // The quantities may stand before the numbers.
  const isBefore = gaps[0]!.typed !== undefined && gaps.at(-1)!.typed === undefined;
  const last = numbers.length - 1;
  // One quantity beside several numbers may be that of each.
  const isMixed = numbers.some((_, index) => gaps[isBefore ? index : index + 1]!.typed !== undefined);
  return numbers.map((run, index) => {
    const own = isBefore ? index : index + 1;
    // What stands before the first number, or behind the last one, belongs to it.
    const outer = (isBefore ? index === last : index === 0) ? gaps[isBefore ? own + 1 : 0]!.rest : "";
    const [from, to] = isBefore
      ? [bounds[2 * index], index === last ? undefined : run.end]
      : [index === 0 ? 0 : run.index, bounds[2 * index + 3]];
    const part = last === 0 ? text : trimSigns(plain.slice(from, to));
    if (!run.isKnown) return { line: part, rest: "" };
    const item = { ...gaps[own]!, line: part, number: run.text, rest: `${outer} ${gaps[own]!.rest}`.trim() };
    return item.typed === undefined && isMixed ? { ...item, needsQuantity: true } : item;
  });
}

/** Matches the number of a line in a list, and words before an item number. */
const label = /^\s*\(?\d{1,3}[.)、]\s*(?!\d)|(?:货号|编号|item|no|number|sku)[\s.:#]*$/gi;

export const outcomes = ["added", "raised", "joined", "refused", "unknown"] as const;

type Outcome = (typeof outcomes)[number];

/** What a visitor wants of a product. Without an id, the product isn't known. */
export type WantedItem = { line: string; id?: string | undefined; typed?: string | undefined; needsQuantity?: true };

/** A refused item has a problem of its quantity, or another reason. */
export type SettledItem = WantedItem & {
  outcome: Outcome;
  problem?: QuantityProblem;
  reason?: "noQuantity" | "tooMany";
};

/** Decides what becomes of each wanted item, and adds up those of one product. */
export function settleItems<Item extends WantedItem>(
  wanted: readonly Item[],
  minimums: ReadonlyMap<string, MinimumOrder | undefined>,
): { items: (Item & SettledItem)[]; quantities: Map<string, number> } {
  const quantities = new Map<string, number>();
  const items = wanted.map((item, index): Item & SettledItem => {
    const { id, typed, needsQuantity } = item;
    if (index >= limits.items) return { ...item, outcome: "refused", reason: "tooMany" };
    if (id === undefined || !minimums.has(id)) return { ...item, outcome: "unknown" };
    if (typed === undefined && needsQuantity) return { ...item, outcome: "refused", reason: "noQuantity" };
    const listed = quantities.get(id);
    const { quantity = 0, problem } = typed === undefined ? {} : readQuantity(typed, minimums.get(id)?.unit);
    const sum = (listed ?? 0) + quantity;
    if (problem) return { ...item, outcome: "refused", problem };
    if (sum > limits.quantity) return { ...item, outcome: "refused", problem: { reason: "outOfRange" } };
    quantities.set(id, sum);
    return { ...item, outcome: listed === undefined ? "added" : "joined" };
  });
  for (const [id, quantity] of quantities) {
    const minimum = minimums.get(id)?.quantity ?? 1;
    if (quantity >= minimum) continue;
    quantities.set(id, minimum);
    const first = items.find((item) => item.id === id && item.outcome === "added")!;
    // A line without a quantity asks for the minimum.
    if (quantity > 0) first.outcome = "raised";
  }
  return { items, quantities };
}
