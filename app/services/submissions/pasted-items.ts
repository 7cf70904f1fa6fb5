import { groupWords, isNumberLike, listCandidates } from "../api/contract/note-numbers.ts";
import { findQuantity, readQuantity, trimSigns, type QuantityProblem } from "../api/contract/quantity.ts";
import { limits } from "../api/contract/limits.ts";
import type { MinimumOrder } from "../api/contract/minimum-order.ts";
import { addUnit, isReadable, samplePattern, type PastedLine } from "./pasted-lines.ts";

const maxNumberLength = 60;

/** Lists candidates for item numbers, likely ones first. Reads only as many lines as a list may have items. */
export function listItemNumbers(lines: readonly PastedLine[]): string[] {
  const isPossible = (text: string) => /\d/.test(text) && text.length <= maxNumberLength && !/^\d\S* /.test(text);
  const candidates = lines
    .slice(0, limits.items)
    .flatMap(({ groups }) => listCandidates({ text: "", groups }))
    .filter(isPossible);
  return [...new Set([...candidates.filter(isNumberLike), ...candidates])];
}

/**
 * A line or, if it has several item numbers, its part with one of them. Without `number`, the item is unknown. `rest`:
 * the text besides number and quantity. `isDeclined`: the item isn't wanted. `hasNoNumber`: nothing looks like an item
 * number. `isUnclear`: the item or quantity is ambiguous. `corrects`: the text changes another line about the same
 * item.
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
  wantsOnlySample?: true;
};

/** Match words next to an item number that decline it. */
const declinedBeforePattern =
  /(?:不要|不用|不需要|取消|去掉|删[除去]?|(?<![a-z])(?:no|not|cancel|remove|without|drop|skip))\s*$/i;
const declinedAfterPattern =
  /^[\s,;:(-]*(?:不要|不用|不需要|取消|去掉|删[除去]?|cancel|remove|not needed|no longer)[了掉]?(?![\p{L}\d])/iu;

/** Matches words that decline the line, but not 不要硫熏 (“without sulphur”), which is a wish. */
const declinedPattern =
  /不要了|[先就暂]不要|不要\s*$|不用(?:再?报|了)|不需要了|下次再|取消|作废|不订|已订|无需|停订|暂缓(?!开|付|发)|除了|除外|以外|(?<![a-z])(?:cancel(?:l?ed)?|void|hold$|on hold|hold (?:off|this|for now)|skip|scrap|forget|do not|don't|not (?:needed|required)|no longer (?:needed|required|wanted))(?![a-z])|~~|[❌✖✗✘]/iu;

/** Matches words of a line that corrects another one about the same item. */
const correctionPattern =
  /改(?![善良])|不对|[写发]多了|(?<![a-z])wait(?![a-z])|更正|不是\s?\d|写错|错[了啦]|应[该当]?[是为]|为准|[减少]去?掉?\s?\d|^\s*>|(?<![a-z])(?:correct(?:ion|ed)?|sorry|actually|should be|make (?:it|that|the)|changed?|reduced?|less|instead|rather|revised?|updated?)(?![a-z])/iu;

/** Matches words between alternatives, such as 没有就. */
const alternativePattern =
  /换[成为]|→|或(?!许)|二选一|备选|(?:没有|没货|缺货|无货|断货|如无|若无)[^\d]{0,4}[就则换用]|(?<![a-z])(?:either|or|otherwise|if n(?:ot|one)|(?:second|2nd) choice|failing that|(?:out of|not in) stock|unavailable)(?![a-z])/iu;

/** Matches words before an item number that mean that another item replaces it. */
const replacementPattern =
  /(?:代替|替代|替换|(?<![a-z])(?:rather than|instead of)(?: (?:the|our|my|your))?)[^\p{L}\p{N}]{0,3}$/iu;

/** Matches words about an amount that isn't ordered, for example in 库存还有40公斤 (“still 40 kg in stock”). */
const notOrderedPattern =
  /库存(?:还|有|剩)|还剩|仓库[里还有剩存]*\s?\d|账面|上次\s?\d|卖了|已到货|退货|在[路途]|(?<![a-z])(?:in stock|on (?:the )?shelf|on (?:the|its) way|en route|in transit|waiting for|left in|(?:we|i)(?:'ve| have)(?: got)? \d|no need(?! to)|(?:used|sold|needed) \d\S* ?\w* (?:in|last)|last time (?:we|i|was)|already received|returned)(?![a-z])/iu;

/** Matches words that request only a sample, and so contradict a quantity that can be ordered. */
const onlySamplePattern = /[只仅]要?样品|(?<![a-z])(?:samples? only|only (?:a )?samples?)(?![a-z])/iu;

/** Matches a line without an item number that cancels the lines above it. */
const cancelAllPattern = /(?:以上|上面|前面)[^\d]{0,6}(?:取消|作废|不要)|(?<![a-z])cancel (?:it |them )?all(?![a-z])/iu;

/** Matches words that don't say whether or how much of an item is wanted: forms, grades, requests for a price. */
const neutralWords =
  /请|麻烦|谢谢|报价|询价|价格?|多少钱|[要订来按的]|最[小低少](?:起订)?量?|起[订购]量?|饮片|[片段丝块粉粒生炒炙煅蒸熟麸酒醋盐蜜]|[统选]货|[一二三特]级|优质|野生|有机|无硫|(?<![a-z])(?:please|pls|thanks?|thank you|price|quote|quotation|whatever the minimum is|minimum|min|moq|order|quantity|qty|the|a|of|and|with|your|best|good|grade|quality|high|premium|organic|wild|cut|sliced?|slices|whole|raw|fried|roasted|processed|dried|dry|fresh|ground|powder(?:ed)?|root|bark|herb|extract|honey|wine|vinegar|clean|washed|thin|thick|small|large|urgent|new|old)(?![a-z])/giu;

/** Matches the text between two item numbers if it is only a separator. */
const separatorPattern = /^\s*(?:[&+/,;、]|和|及|与|and)\s*$/i;

/** Matches words that give one quantity to several items, for example in 各20公斤 or `20 kg each`. */
const forEachPattern =
  /各(?=[\s要需订购]*(?:[\d半一二三四五六七八九十百]|$))|每[种样个款味]|均[为要需订]?|都[要订来]|(?<![a-z])(?:of )?each(?: of these)?(?![a-z])/i;

/** Divides a line into its items, by their numbers. */
export function readPastedItems(line: PastedLine, isKnown: (number: string) => boolean): PastedItem[] {
  const { text, plain, groups, cells, unit = "" } = line;
  let end = 0;
  const numbers = groups
    .flatMap((words) => groupWords(words, isKnown))
    .filter((run) => {
      const isSeparated = /[,;、]/.test(plain.slice(end, run.index)) || end === 0;
      // Requires a separator before digits alone, which may be a quantity, and before unknown numbers, which may be a
      // remark.
      const isStart = run.isKnown
        ? isSeparated || /[a-z]/i.test(run.text)
        : run.isNumber && isSeparated && /\d{3}/.test(run.text) && !/^(?:to|be|is|was|it)\s/i.test(run.text);
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
    const rest = [...texts.map((one) => one.replace(labelPattern, "")), cells.rest].join(" ").trim();
    const hasQuantity = cells.quantity !== "" && (known.length === 1 || forEachPattern.test(cells.quantity));
    const isDeclined = declinedPattern.test(cells.rest);
    const isUnclear =
      notOrderedPattern.test(cells.rest) ||
      /再加\s?\d/.test(cells.rest) ||
      (correctionPattern.test(cells.rest) && /\d/.test(cells.rest));
    return known.map((run) => ({
      line: text,
      number: run.text,
      rest,
      ...heading,
      ...(hasQuantity && { typed: cells.quantity.replace(forEachPattern, "") }),
      ...((cells.needsQuantity || known.length > 1) && { needsQuantity: true as const }),
      ...(isDeclined && { isDeclined: true as const }),
      ...(isUnclear && { isUnclear: true as const }),
      ...(samplePattern.test(cells.rest) && { mentionsSample: true as const }),
      ...(onlySamplePattern.test(cells.rest) && { wantsOnlySample: true as const }),
    }));
  }
  const remarks = texts.map((one, index) =>
    one
      .replace(index === 0 ? listLabelPattern : "", "")
      .replace(labelPattern, "")
      .replace(separatorPattern, ""),
  );
  const quantities = remarks.map(findQuantity);
  // Determines whether the quantities precede the numbers.
  const [first, final] = [quantities[0]!, quantities.at(-1)!];
  const areQuantitiesFirst =
    final.typed === undefined ? first.typed !== undefined : isReadable(first) && !isReadable(final);
  const lastIndex = numbers.length - 1;
  // If quantities come first, a remark up to the comma belongs to the preceding number.
  const cuts = remarks.map((remark, index) =>
    areQuantitiesFirst && index > 0 && index <= lastIndex ? Math.max(0, remark.search(/[,;。]/)) : 0,
  );
  const gaps = quantities.map((found, index) =>
    cuts[index]! > 0 ? findQuantity(remarks[index]!.slice(cuts[index])) : found,
  );
  // Counts the typed quantities. If there are fewer quantities than item numbers, a quantity may apply to several items, or an
  // apparent item number may be part of a remark.
  const typedCount = numbers.filter(
    (_, index) => gaps[areQuantitiesFirst ? index : index + 1]!.typed !== undefined,
  ).length;
  const onlyGap = areQuantitiesFirst ? 0 : numbers.length;
  const isForEach = typedCount === 1 && forEachPattern.test(remarks[onlyGap]!);
  const firstOpen = numbers.findIndex((_, index) => gaps[index + 1]!.typed === undefined);
  const isMixed = !isForEach && typedCount > 0 && typedCount < numbers.length;
  const isAlternative = remarks
    .slice(0, -1)
    .some((remark) => alternativePattern.test(remark) || replacementPattern.test(remark));
  // Rejects an item with two different weights, because one of them may be that of an earlier order, which the other
  // increases or reduces.
  const weights = quantities.map(({ typed = "" }) => /\p{L}/u.test(typed) && readQuantity(typed, "kg").quantity);
  const hasTwoWeights = lastIndex === 0 && weights.every(Boolean) && weights[0] !== weights[1];
  const corrects = correctionPattern.test(text);
  const isUnclear = isAlternative || hasTwoWeights || notOrderedPattern.test(plain) || (isMixed && corrects);
  return numbers.map((run, index) => {
    const ownIndex = areQuantitiesFirst ? index : index + 1;
    // Text before the first number belongs to the first item, and text after the last number to the last item.
    const after = index === lastIndex ? remarks[ownIndex + 1] : remarks[ownIndex + 1]?.slice(0, cuts[ownIndex + 1]);
    const outer = areQuantitiesFirst ? after : index === 0 ? remarks[0] : "";
    const [from, to] = areQuantitiesFirst
      ? [bounds[2 * index]! + cuts[index]!, index === lastIndex ? undefined : run.end + cuts[index + 1]!]
      : [index === 0 ? 0 : run.index, bounds[2 * index + 3]];
    const part = lastIndex === 0 ? text : trimSigns(plain.slice(from, to));
    if (!run.isKnown) return { line: part, rest: "" };
    const { typed } = gaps[isForEach ? onlyGap : ownIndex]!;
    const ownRest = isForEach ? gaps[ownIndex]!.rest.replace(forEachPattern, "") : gaps[ownIndex]!.rest;
    const rest = trimSigns(`${outer} ${ownRest}`);
    // After an item number without a quantity, the next quantity may apply to both items.
    const isOpen = isMixed && (areQuantitiesFirst || index >= firstOpen);
    const isDeclined =
      declinedBeforePattern.test(texts[index]!) ||
      declinedAfterPattern.test(texts[index + 1]!) ||
      declinedPattern.test(`${rest} ${text}`);
    return {
      line: part,
      number: run.text,
      rest,
      ...(typed !== undefined && !isOpen && { typed: addUnit(typed, unit) }),
      ...((isUnclear || isOpen) && { isUnclear: true as const }),
      ...(corrects && { corrects: true as const }),
      ...(line.needsQuantity && { needsQuantity: true as const }),
      ...(isDeclined && { isDeclined: true as const }),
      ...((line.mentionsSample || (!isMixed && samplePattern.test(rest))) && { mentionsSample: true as const }),
      ...(onlySamplePattern.test(rest) && { wantsOnlySample: true as const }),
    };
  });
}

/** Matches the number of a line in a list. */
const listLabelPattern = /^\s*\(?\d{1,3}[.)、]\s*(?!\d)/;

/** Matches the label before an item number, for example `Item no.:`. */
const labelPattern = /(?:货号|编号|item|no|number|sku)[\s.:#]*$/i;

export const outcomes = ["added", "raised", "joined", "refused", "unknown"] as const;

type Outcome = (typeof outcomes)[number];

/** A wanted item; without `id`, its product is unknown. */
export type WantedItem = { line: string; id?: string | undefined; typed?: string | undefined } & Pick<
  PastedItem,
  "needsQuantity" | "hasNoNumber" | "isUnclear" | "corrects" | "isDeclined" | "mentionsSample" | "wantsOnlySample"
> & { rest?: string; heading?: string };

/** The parts of a product that decide an outcome. */
export type OrderedProduct = { title?: string | undefined; minimum?: MinimumOrder | undefined };

/** `isSample`: only a sample is wanted. `problem`, `reason`: why an item is refused or unknown. */
export type ResolvedItem = WantedItem & {
  outcome: Outcome;
  isSample?: true;
  problem?: QuantityProblem;
  reason?: "noNumber" | "noQuantity" | "unclear" | "tooMany" | "declined";
};

/**
 * Whether a line without an item number changes the quantity above, for example “哦不对，45公斤”, or “45” on the line
 * after “哦不对”.
 */
function changesQuantityAbove(line: string, isBelowCorrection: boolean): boolean {
  const found = findQuantity(line);
  if (!isReadable(found)) return false;
  return correctionPattern.test(line) || (found.rest === "" && (isBelowCorrection || /\p{L}|^\s*\*/u.test(line)));
}

/**
 * Lists the items that are ordered in one line and corrected or declined in another, even if the other line doesn't
 * repeat the item number.
 */
function listContradictory(wanted: readonly WantedItem[], products: ReadonlyMap<string, OrderedProduct>) {
  const [seen, repeated, contradictory] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let above: string | undefined;
  let isBelowCorrection = false;
  for (const { id, line, hasNoNumber, heading } of wanted) {
    if (id !== undefined) {
      (seen.has(id) ? repeated : seen).add(id);
      above = id;
    } else if (hasNoNumber && heading === undefined && above !== undefined) {
      if (cancelAllPattern.test(line)) for (const one of seen) contradictory.add(one);
      else if (changesQuantityAbove(line, isBelowCorrection)) {
        const named = [...seen].filter((one) => line.includes(products.get(one)?.title ?? "\0"));
        for (const one of named.length > 0 ? named : [above]) contradictory.add(one);
      }
    }
    isBelowCorrection = hasNoNumber === true && correctionPattern.test(line);
  }
  for (const { id = "", corrects, isDeclined } of wanted)
    if (repeated.has(id) && (corrects || isDeclined)) contradictory.add(id);
  return contradictory;
}

const listMeaningfulWords = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(neutralWords, " ")
    .match(/\p{L}+/gu) ?? [];

/** Whether a remark is a question, or has digits or words (such as 下个月再说) besides the product's name. */
function hasOtherWords(rest: string, id: string, title = ""): boolean {
  const names = new Set(listMeaningfulWords(`${title} ${id}`));
  return /[?\d]|吗/.test(rest) || listMeaningfulWords(rest).some((word) => !names.has(word));
}

/** Decides items' outcomes, and adds up each product's quantities. */
export function resolveItems<Item extends WantedItem>(
  wanted: readonly Item[],
  products: ReadonlyMap<string, OrderedProduct>,
): { items: (Item & ResolvedItem)[]; quantities: Map<string, number> } {
  const quantities = new Map<string, number>();
  const contradictory = listContradictory(wanted, products);
  const items = wanted.map((item, index): Item & ResolvedItem => {
    const {
      id,
      typed,
      rest = "",
      heading,
      needsQuantity,
      isUnclear,
      isDeclined,
      mentionsSample,
      wantsOnlySample,
    } = item;
    if (index >= limits.items) return { ...item, outcome: "refused", reason: "tooMany" };
    if (id === undefined || !products.has(id))
      return { ...item, outcome: "unknown", ...(item.hasNoNumber && { reason: "noNumber" }) };
    if (isDeclined) return { ...item, outcome: "refused", reason: "declined" };
    if (isUnclear || contradictory.has(id)) return { ...item, outcome: "refused", reason: "unclear" };
    const { title, minimum: { quantity: minimum = 1, unit } = {} } = products.get(id)!;
    const { quantity = 0, problem } = typed === undefined ? {} : readQuantity(typed, unit);
    // Adds a sample if the quantity is too small to order, such as the sample's weight of 100 g. With a larger
    // quantity, the sample is only a remark.
    if (mentionsSample && quantity < minimum) return { ...item, outcome: "added", isSample: true };
    if (wantsOnlySample) return { ...item, outcome: "refused", reason: "unclear" };
    const isOpen = needsQuantity || (heading === undefined && hasOtherWords(rest, id, title));
    if (typed === undefined && isOpen) return { ...item, outcome: "refused", reason: "noQuantity" };
    const listed = quantities.get(id);
    const sum = (listed ?? 0) + quantity;
    if (problem) return { ...item, outcome: "refused", problem };
    if (sum > limits.quantity) return { ...item, outcome: "refused", problem: { reason: "outOfRange" } };
    quantities.set(id, sum);
    return { ...item, outcome: listed === undefined ? "added" : "joined" };
  });
  for (const [id, quantity] of quantities) {
    const minimum = products.get(id)?.minimum?.quantity ?? 1;
    if (quantity >= minimum) continue;
    quantities.set(id, minimum);
    const first = items.find((item) => item.id === id && item.outcome === "added" && !item.isSample)!;
    // Reports only typed quantities as raised, because a line without one requests the minimum.
    if (quantity > 0) first.outcome = "raised";
  }
  return { items, quantities };
}
