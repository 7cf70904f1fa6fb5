import { divideWords, isNumberLike, listCandidates } from "../api/contract/note-numbers.ts";
import { findQuantity, readQuantity, type QuantityProblem, trimSigns } from "../api/contract/quantity.ts";
import { limits } from "../api/contract/limits.ts";
import type { MinimumOrder } from "../api/contract/minimum-order.ts";
import { addUnit, type PastedLine } from "./pasted-lines.ts";

const maxNumberLength = 60;

/** Lists candidates for item numbers, likely ones first, up to the limit. */
export function listItemNumbers(lines: readonly PastedLine[]): string[] {
  const isPossible = (text: string) => /\d/.test(text) && text.length <= maxNumberLength && !/^\d\S* /.test(text);
  const candidates = lines
    .slice(0, limits.items)
    .flatMap(({ groups }) => listCandidates({ text: "", groups }))
    .filter(isPossible);
  return [...new Set([...candidates.filter(isNumberLike), ...candidates])];
}

/**
 * A line, or its part with one of several numbers; without a number it is unknown. `rest`: its other text.
 * `isDeclined`: it isn't wanted. `hasNoNumber`: it contains nothing like an item number. `isUnclear`: the item or quantity
 * is ambiguous. `corrects`: it changes another line about the same item.
 */
export type PastedItem = {
  line: string;
  heading?: string;
  number?: string;
  typed?: string;
  rest: string;
  needsQuantity?: true;
  hasNoNumber?: true;
  isUnclear?: true;
  corrects?: true;
  isDeclined?: true;
  mentionsSample?: true;
};

/** Match words next to an item number that decline it. */
const declinedBefore =
  /(?:不要|不用|不需要|取消|去掉|删[除去]?|(?<![a-z])(?:no|not|cancel|remove|without|drop|skip))\s*$/i;
const declinedAfter =
  /^[\s,;:(-]*(?:不要|不用|不需要|取消|去掉|删[除去]?|cancel|remove|not needed|no longer)[了掉]?(?![\p{L}\d])/iu;

/** Matches words that decline the line; 不要硫熏 is a wish. */
const declined =
  /不要了|[先就暂]不要|不要\s*$|不用(?:再?报|了)|取消|作废|不订|已订|无需|停订|暂缓|除了|除外|以外|(?<![a-z])(?:cancel(?:l?ed)?|void|hold(?! on)|skip|scrap|forget|do not|don't)(?![a-z])|~~|[❌✖✗✘]/iu;

/** Matches words of a line that corrects another one about the same item. */
const correcting =
  /改(?![善良])|更正|写错|错了|应[该当]?[是为]|为准|[减少]去?掉?\s?\d|^\s*>|(?<![a-z])(?:correct(?:ion|ed)?|sorry|actually|should be|make (?:it|that|the)|changed?|reduced?|less|instead|rather|revised?|updated?)(?![a-z])/iu;

/** Matches words between alternatives, such as 没有就. */
const alternative =
  /或(?!许)|二选一|备选|(?:没有|没货|缺货|无货|断货|如无|若无)[^\d]{0,4}[就则换用]|代替|替代|替换|(?<![a-z])(?:either|or|otherwise|if n(?:ot|one)|(?:second|2nd) choice|rather than|instead of|(?:out of|not in) stock|unavailable)(?![a-z])/iu;

/** Matches words of an amount that isn't ordered: 库存还有40公斤. */
const notOrdered =
  /库存(?:还|有|剩)|还剩|上次\s?\d|已到货|退货|(?<![a-z])(?:in stock|left in|last time (?:we|i|was)|already received|returned)(?![a-z])/iu;

/** Matches a separator alone between two item numbers. */
const separatorOnly = /^\s*(?:[&+/,;、]|和|及|与|and)\s*$/i;

/** Matches words that give one quantity to several items: 各20公斤, `20 kg each`. */
const forEach =
  /各(?=[\s要需订购]*(?:[\d半一二三四五六七八九十百]|$))|每[种样个款味]|均[为要需订]?|都[要订来]|(?<![a-z])(?:of )?each(?: of these)?(?![a-z])/i;

const sample = /样品|小样|打样|[要寄]样|(?<![a-z])samples?(?![a-z])/i;

/** Divides a line by its numbers. */
export function readPastedItems(line: PastedLine, isKnown: (number: string) => boolean): PastedItem[] {
  const { text, plain, groups, cells, unit = "" } = line;
  let end = 0;
  const numbers = groups
    .flatMap((words) => divideWords(words, isKnown))
    .filter((run) => {
      const isSeparated = /[,;、]/.test(plain.slice(end, run.index)) || end === 0;
      // A number without letters may be a quantity, and number-like text a remark.
      const isStart = run.isKnown
        ? isSeparated || /[a-z]/i.test(run.text)
        : run.isNumber && isSeparated && /\d{3}/.test(run.text);
      if (isStart) end = run.end;
      return isStart;
    });
  const heading = cells && { heading: cells.heading };
  const known = numbers.filter((run) => run.isKnown);
  if (known.length === 0)
    return [{ line: text, rest: "", ...heading, ...(numbers.length === 0 && { hasNoNumber: true as const }) }];
  const bounds = [0, ...numbers.flatMap((run) => [run.index, run.end]), plain.length];
  const texts = [0, ...numbers.keys()].map((_, index) => plain.slice(bounds[2 * index], bounds[2 * index + 1]));
  if (cells) {
    const rest = [...texts.map((one) => one.replace(label, "")), cells.rest].join(" ").trim();
    const hasQuantity = cells.quantity !== "" && (known.length === 1 || forEach.test(cells.quantity));
    const isDeclined = declined.test(cells.rest);
    return known.map((run) => ({
      line: text,
      number: run.text,
      rest,
      ...heading,
      ...(hasQuantity && { typed: cells.quantity.replace(forEach, "") }),
      ...((cells.needsQuantity || known.length > 1) && { needsQuantity: true as const }),
      ...(isDeclined && { isDeclined: true as const }),
    }));
  }
  const remarks = texts.map((one, index) =>
    one
      .replace(index === 0 ? listLabel : "", "")
      .replace(label, "")
      .replace(separatorOnly, ""),
  );
  const quantities = remarks.map(findQuantity);
  // The quantities may be before the numbers.
  const areQuantitiesFirst = quantities[0]!.typed !== undefined && quantities.at(-1)!.typed === undefined;
  const last = numbers.length - 1;
  // Then a remark before a comma belongs to the number before it.
  const cuts = remarks.map((remark, index) =>
    areQuantitiesFirst && index > 0 && index <= last ? Math.max(0, remark.search(/[,;。]/)) : 0,
  );
  const gaps = quantities.map((found, index) =>
    cuts[index]! > 0 ? findQuantity(remarks[index]!.slice(cuts[index])) : found,
  );
  // One quantity may apply to several numbers, or a number be in a remark.
  const typedCount = numbers.filter(
    (_, index) => gaps[areQuantitiesFirst ? index : index + 1]!.typed !== undefined,
  ).length;
  const onlyGap = areQuantitiesFirst ? 0 : numbers.length;
  const isForEach = typedCount === 1 && forEach.test(remarks[onlyGap]!);
  const isMixed = !isForEach && typedCount > 0 && typedCount < numbers.length;
  const isAlternative = alternative.test(remarks.slice(0, -1).join(" ; "));
  const isUnclear = isMixed || isAlternative || notOrdered.test(plain);
  const corrects = correcting.test(text);
  return numbers.map((run, index) => {
    const own = areQuantitiesFirst ? index : index + 1;
    // Text before the first number, or after the last, belongs to it.
    const after = index === last ? remarks[own + 1] : remarks[own + 1]?.slice(0, cuts[own + 1]);
    const outer = areQuantitiesFirst ? after : index === 0 ? remarks[0] : "";
    const [from, to] = areQuantitiesFirst
      ? [bounds[2 * index]! + cuts[index]!, index === last ? undefined : run.end + cuts[index + 1]!]
      : [index === 0 ? 0 : run.index, bounds[2 * index + 3]];
    const part = last === 0 ? text : trimSigns(plain.slice(from, to));
    if (!run.isKnown) return { line: part, rest: "" };
    const { typed } = gaps[isForEach ? onlyGap : own]!;
    const ownRest = isForEach ? gaps[own]!.rest.replace(forEach, "") : gaps[own]!.rest;
    const rest = trimSigns(`${outer} ${ownRest}`);
    const isDeclined =
      declinedBefore.test(texts[index]!) || declinedAfter.test(texts[index + 1]!) || declined.test(`${rest} ${text}`);
    return {
      line: part,
      number: run.text,
      rest,
      ...(typed !== undefined && !isMixed && { typed: addUnit(typed, unit) }),
      ...(isUnclear && { isUnclear: true as const }),
      ...(corrects && { corrects: true as const }),
      ...(line.needsQuantity && { needsQuantity: true as const }),
      ...(isDeclined && { isDeclined: true as const }),
      ...(!isMixed && sample.test(rest) && { mentionsSample: true as const }),
    };
  });
}

/** Matches the number of a line in a list. */
const listLabel = /^\s*\(?\d{1,3}[.)、]\s*(?!\d)/;

/** Matches words before an item number. */
const label = /(?:货号|编号|item|no|number|sku)[\s.:#]*$/i;

export const outcomes = ["added", "raised", "joined", "refused", "unknown"] as const;

type Outcome = (typeof outcomes)[number];

/** A wanted product, unknown without id. */
export type WantedItem = { line: string; id?: string | undefined; typed?: string | undefined } & Pick<
  PastedItem,
  "needsQuantity" | "hasNoNumber" | "isUnclear" | "corrects" | "isDeclined" | "mentionsSample"
>;

/** `isSample`: only a sample is wanted. `problem`, `reason`: why an item is refused or unknown. */
export type ResolvedItem = WantedItem & {
  outcome: Outcome;
  isSample?: true;
  problem?: QuantityProblem;
  reason?: "noNumber" | "noQuantity" | "unclear" | "tooMany" | "declined";
};

/** Lists the items that one line orders and another one corrects or declines. */
function listContradictory(wanted: readonly WantedItem[]): Set<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { id = "" } of wanted) (seen.has(id) ? repeated : seen).add(id);
  const changing = wanted.filter(({ id = "", corrects, isDeclined }) => repeated.has(id) && (corrects || isDeclined));
  return new Set(changing.flatMap(({ id }) => id ?? []));
}

/** Decides items' outcomes, and adds up products. */
export function resolveItems<Item extends WantedItem>(
  wanted: readonly Item[],
  minimums: ReadonlyMap<string, MinimumOrder | undefined>,
): { items: (Item & ResolvedItem)[]; quantities: Map<string, number> } {
  const quantities = new Map<string, number>();
  const contradictory = listContradictory(wanted);
  const items = wanted.map((item, index): Item & ResolvedItem => {
    const { id, typed, needsQuantity, isUnclear, isDeclined, mentionsSample } = item;
    if (index >= limits.items) return { ...item, outcome: "refused", reason: "tooMany" };
    if (id === undefined || !minimums.has(id))
      return { ...item, outcome: "unknown", ...(item.hasNoNumber && { reason: "noNumber" }) };
    if (isDeclined) return { ...item, outcome: "refused", reason: "declined" };
    if (isUnclear || contradictory.has(id)) return { ...item, outcome: "refused", reason: "unclear" };
    const { quantity: minimum = 1, unit } = minimums.get(id) ?? {};
    const { quantity = 0, problem } = typed === undefined ? {} : readQuantity(typed, unit);
    // A sample's weight, such as 100 g, is for the owner. With a quantity that can be ordered it is only a remark.
    if (mentionsSample && quantity < minimum) return { ...item, outcome: "added", isSample: true };
    if (typed === undefined && needsQuantity) return { ...item, outcome: "refused", reason: "noQuantity" };
    const listed = quantities.get(id);
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
    const first = items.find((item) => item.id === id && item.outcome === "added" && !item.isSample)!;
    // A line without a quantity requests the minimum.
    if (quantity > 0) first.outcome = "raised";
  }
  return { items, quantities };
}
