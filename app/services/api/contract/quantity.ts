import { chineseDigits, getDigit, getScale, numerals, readNumeral } from "./chinese-numerals.ts";
import { limits } from "./limits.ts";

/** Names of units of weight, and the grams of each. */
const gramsByNames: [grams: number, names: string][] = [
  [0.001, "mg 毫克"],
  [1, "g gm gms gram grams gramme grammes 克"],
  [28.349523125, "oz ounce ounces 盎司"],
  [50, "两 兩 市两 liang"],
  [453.59237, "lb lbs pound pounds 磅"],
  [500, "斤 市斤 jin"],
  [1000, "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes 公斤 千克"],
  [50_000, "担 擔 市担"],
  [1_000_000, "t mt ton tons tonne tonnes 吨 噸 公吨"],
];

/** Names of counted units, synonyms on one line. */
const countedNames = [
  "箱 carton cartons ctn ctns case cases",
  "盒 box boxes",
  "袋 bag bags",
  "包 pack packs packet packets",
  "瓶 bottle bottles",
  "桶 drum drums",
  "件 个 只 支 枚 piece pieces pc pcs",
  "剂 副 服 帖 付 dose doses",
  ..."托盘 罐 坛 筐 篓 捆 卷 板 套 份 双 盘 条 张 粒 颗 把 根 株 棵 车 柜 升 毫升 米".split(" "),
  ..."sack jar tin can crate barrel pallet bundle roll set tub pouch container litre liter"
    .split(" ")
    .map((name) => `${name} ${name}s`),
  "ml",
];

/** A unit is a multiple of a base: grams, or a counted unit. */
type Unit = { base: string; size: number };

const units = new Map<string, Unit>([
  ...gramsByNames.flatMap(([size, names]) =>
    names.split(" ").map((name): [string, Unit] => [name, { base: "g", size }]),
  ),
  ...countedNames.flatMap((names) => names.split(" ").map((name): [string, Unit] => [name, { base: names, size: 1 }])),
]);

const getUnit = (name: string): Unit => units.get(name) ?? { base: name, size: 1 };

const normaliseUnit = (unit: string) => unit.normalize("NFKC").toLowerCase().replace(/[\s.]/g, "");

/** Whether a text names a known unit. */
export const isUnit = (text: string): boolean => units.has(normaliseUnit(text));

/** Converts a weight to grams. Returns `undefined` if the unit isn't one of weight. */
export function toGrams(value: number, unit: string): number | undefined {
  const { base, size } = getUnit(normaliseUnit(unit));
  return base === "g" ? value * size : undefined;
}

const fractions: Readonly<Record<string, string>> = { "½": ".5", "¼": ".25", "¾": ".75" };

/**
 * Replaces fractions such as `1½` with decimals (`1.5`), because Unicode normalisation would make another number
 * of them: 11⁄2.
 */
export const expandFractions = (text: string) =>
  text.replace(/(\d?)([½¼¾])/g, (_, digit: string, sign: string) => (digit || "0") + fractions[sign]);

/** Removes surrounding spaces and punctuation. A single regular expression would take quadratic time. */
export function trimSigns(text: string): string {
  const isSign = (sign = "") => /[\s,;:。、]/.test(sign);
  let [start, end] = [0, text.length];
  while (start < end && isSign(text[start])) start++;
  while (end > start && isSign(text[end - 1])) end--;
  return text.slice(start, end);
}

/** Normalises a text: half width, `.5` with its zero, no thousands separators, packs as `2 x 25 kg`. */
function normalise(text: string): string {
  return expandFractions(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<![\d\p{L}.。])[.。](?=\d)/gu, "0.")
    .replace(/[\p{Cf}\p{Cs}]/gu, "")
    .replace(/(?<![a-z\d.,'’-])[1-9]\d{0,2}([,'’\s])\d{3}(?:\1\d{3})*(?!\d)/g, (number) => number.replace(/\D/g, ""))
    .replace(packsOf, (_, count: string, before?: string, after?: string) => `${count} x ${before ?? after}`);
}

const numberSource = String.raw`\d+/[1-9]\d*|\d+(?:\.\d+)?[万萬千百]?|半|[${numerals}]+?(?:点[${numerals}]+)?`;
const sortByLength = (names: readonly string[]) => [...names].sort((a, b) => b.length - a.length);
const unitNames = sortByLength([...units.keys()]).join("|");

const unitSource = String.raw`(?:${unitNames})(?![a-z])|[a-z]{2,}|(?![${numerals}])\p{Script=Han}{1,3}`;

/** Matches a number with its unit, known or unknown: `40 kg`, 2斤半, `3 sacks`. Only the last number may lack a unit. */
const partPattern = new RegExp(
  String.raw`\s*(${numberSource})(?:\s*(${unitSource})\.?(半?)(?=\s*(?:[\d${numerals}]|$))|$)`,
  "uy",
);

function readNumber(text: string): number | undefined {
  if (text === "半") return 0.5;
  const [numerator, denominator] = text.split("/");
  // Accepts only proper fractions with usual denominators, because 24/6 is a specification of an extract.
  if (denominator)
    return Number(numerator) < Number(denominator) && /^(?:[2-58]|10)$/.test(denominator)
      ? Number(numerator) / Number(denominator)
      : undefined;
  const [, value, scale] = /^([\d.]+)(\D?)$/.exec(text) ?? [];
  if (value) return Number(value) * (scale ? getScale(scale) : 1);
  const [integer = "", decimals] = text.split("点");
  const whole = readNumeral(integer);
  if (decimals === undefined || whole === undefined) return whole;
  const decimalDigits = Array.from(decimals, getDigit);
  return decimalDigits.includes(-1) ? undefined : Number(`${whole}.${decimalDigits.join("")}`);
}

/** Without `unit`, the amount is in the product's unit. */
type Amount = { value: number; unit?: string };

/** Adds up weights such as `2斤3两`. Returns `undefined` unless each unit is smaller than the one before. */
function readSum(text: string): Amount | undefined {
  const parts: Amount[] = [];
  for (partPattern.lastIndex = 0; partPattern.lastIndex < text.length;) {
    const [, typed, unit, half] = partPattern.exec(text) ?? [];
    const value = typed === undefined ? undefined : readNumber(typed);
    if (value === undefined) return undefined;
    parts.push({ value: value + (half ? 0.5 : 0), ...(unit && { unit }) });
  }
  if (parts.length < 2) return parts[0];
  const sizes = parts.map(({ unit = "" }) => toGrams(1, unit) ?? NaN);
  if (sizes.some((size, index) => !(size < (sizes[index - 1] ?? Infinity)))) return undefined;
  return { value: parts.reduce((sum, { value }, index) => sum + value * sizes[index]!, 0), unit: "g" };
}

const timesPattern = /(?<![a-z])x(?![a-z])|(?<=kg|g|lb)x(?=\s*\d)|[×✕*]/u;

/** Matches the name of a pack in `25kg/袋 × 8`. */
const perPack = /\/\s*\p{L}+(?=\s*[x×✕*])/gu;

const weights = sortByLength(gramsByNames.flatMap(([, names]) => names.split(" ")));
const weightNames = weights.join("|");
const packNames = sortByLength(countedNames.flatMap((names) => names.split(" "))).join("|");

/** Matches packs with their weight: `2 bags of 25 kg`, 2箱，每箱25公斤, `2 drums (25 kg per drum)`. */
const packsOf = (() => {
  const count = String.raw`(?<![\d.,/-])(\d{1,5})\s{0,2}(?:${packNames})(?![a-z])[\s,(:]{0,3}`;
  const weight = String.raw`\d{1,5}(?:\.\d{1,3})?\s{0,2}(?:${weightNames})(?![a-z])`;
  const before = String.raw`(?:of|@|à|每\s?\p{Script=Han})\s{0,2}(${weight})`;
  const after = String.raw`(${weight})\s{0,2}(?:/|per|each|a)\s{0,2}(?:${packNames})(?![a-z])`;
  return new RegExp(String.raw`${count}(?:${before}|${after})\)?`, "gu");
})();

/** Parses a text as an amount: `1,000 kg`, `x8`, `25kg × 8 袋`, 三十公斤. */
function readAmount(text: string): Amount | undefined {
  const normalised = normalise(text);
  // Rejects a leading comma, which may be a decimal comma as in 0,5.
  if (/^\s*[,.]/.test(normalised)) return undefined;
  const factors = trimSigns(normalised)
    .replace(perPack, "")
    .split(timesPattern)
    .map((factor) => factor.trim())
    .filter(Boolean);
  if (factors.length > 2) return undefined;
  const amounts = factors.map(readSum);
  const [first, second] = amounts;
  if (!first || factors.length === 1) return first;
  if (!second) return undefined;
  const [weight, count] = isWeight(first) ? [first, second] : [second, first];
  // Rejects a count with an unknown unit, because 12 months aren't packs.
  if (count.unit !== undefined && !units.has(normaliseUnit(count.unit))) return undefined;
  return isWeight(count) ? undefined : { ...weight, value: weight.value * count.value };
}

const isWeight = ({ unit }: Amount) => unit !== undefined && getUnit(unit).base === "g";

/** Why an amount isn't a quantity. `amount`: in the product's unit. `possible`: adjacent whole numbers. */
export type QuantityProblem = {
  reason: "unreadable" | "otherUnit" | "notWhole" | "outOfRange";
  amount?: number;
  possible?: number[];
};

export type Quantity = { quantity: number; problem?: never } | { quantity?: never; problem: QuantityProblem };

const isQuantity = (value: number) => value >= 1 && value <= limits.quantity;

/** Parses a quantity and converts it to the product's unit, as an integer. */
export function readQuantity(text: string, productUnit?: string): Quantity {
  const amount = readAmount(text);
  if (!amount || !Number.isFinite(amount.value)) return { problem: { reason: "unreadable" } };
  const value = convert(amount, productUnit);
  if (value === undefined) return { problem: { reason: "otherUnit" } };
  const possible = [Math.floor(value), Math.ceil(value)].filter(isQuantity);
  if (!Number.isInteger(value) && possible.length > 0)
    return { problem: { reason: "notWhole", amount: value, possible } };
  return isQuantity(value) ? { quantity: value } : { problem: { reason: "outOfRange" } };
}

function convert({ value, unit }: Amount, productUnit: string | undefined): number | undefined {
  // Rounds, because with floating point 4.1 t wouldn't be a whole number of kilograms.
  const round = (one: number) => Number(one.toFixed(6));
  if (unit === undefined) return round(value);
  if (productUnit === undefined) return undefined;
  const [from, to] = [getUnit(unit), getUnit(normaliseUnit(productUnit))];
  return from.base === to.base ? round((value * from.size) / to.size) : undefined;
}

/** Matches an amount in a text. Chinese numerals must have a known unit, or stand apart from other letters. */
const amountInText = (() => {
  const known = String.raw`(?:${numberSource})\s*(?:${unitNames})(?![a-z])半?`;
  const decimal = String.raw`\d+(?:\.\d+)?`;
  const container = String.raw`\s*(?:[a-z]+ (?:${unitNames})(?![a-z])|\p{Script=Han}{1,3}[箱盒袋包瓶桶罐坛筐](?!\p{Script=Han}))`;
  // An unknown unit follows without a space, because a word after a space may be a remark.
  const other = String.raw`${decimal}(?:${container}|[a-z]{2,12}|(?![万萬千百])\p{Script=Han}{1,3})`;
  const bare = String.raw`(?:\d+/[1-9]\d*|${decimal})[万萬千百]?(?![\p{L}\d]|[.,]\d)|(?<![\p{L}])(?:半|[${numerals}]+)(?![\p{L}])`;
  const one = String.raw`(?:${known}(?:\s*${known})*|${other}|${bare})`;
  const sign = String.raw`(?:(?<![a-z])x|[×✕*])\s*`;
  return new RegExp(
    String.raw`(?<![a-z\d][.,/]?|[-~〜至到¥$€£+])(?:${sign})?${one}(?:\s*${sign}${one})?(?!\s*[-~〜至到/]\s*\d|\d|/|\s*[%‰℃°])`,
    "gu",
  );
})();

const weightHan = weights.filter((name) => /\p{Script=Han}/u.test(name));

const numberWords =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen|half";

/** Matches an unreadable quantity: `forty kg`, 几十公斤, 一百来斤, 四五百, 若干. */
const vagueQuantity = new RegExp(
  [
    String.raw`(?<![a-z])(?:${numberWords}|ditto|same|tbc|usual|kilogram(?:me)?s?|grams?)(?![a-z])`,
    String.raw`(?<![a-z])(?:kgs?|kilos?|tons?|tonnes?|lbs?|pounds?|some|several|a few|many|tbd|n[./]?a|as (?:before|usual|last|previous(?:ly)?))(?![a-z])`,
    String.raw`公斤|千克|吨|噸|[几${numerals}][来多余几]?\s*(?:${weightHan.join("|")})|[几两${chineseDigits}][十百千万]`,
    "若干|适量|待定|另议|全部|照旧|老样子|[按同照](?:上次|以前|旧|上|前)|一样|不限",
  ].join("|"),
);

/** Matches punctuation that replaces a quantity: `?`, `---`. */
const onlySigns = /^[\s,;:.()。、]*(?![\s,;:.()。、])[^\p{L}\p{N}]+$/u;

/** Matches words that correct or sum up other lines. */
const correctionWords =
  /合计|总计|共计|小计|更正|改[成为]|(?<![a-z])(?:sub)?total(?![a-z])|(?<![a-z])(?:correction|corrected|moq)(?![a-z])/;

/** Matches words that multiply an amount: `three bags of`, `per branch`, 每店, `twice`. */
const multipliers = new RegExp(
  [
    String.raw`(?<![a-z])(?:${numberWords})(?:\s(?:${unitNames}|lots?|times|branch(?:es)?|shops?|stores?|sites?|deliver(?:y|ies)|orders?|months?|weeks?)(?![a-z])|\W*$)`,
    "(?<![a-z])(?:a couple|twice|(?:per|each|every) (?:branch|shop|store|site|week|month|delivery|bag|box|sack|drum)|a (?:week|month)|(?:weekly|monthly)(?![a-z]))",
    "每(?:[家个]?[店次周月年]|[袋包箱桶])",
  ].join("|"),
);

/** Matches signs and words that change an adjacent amount: 2又1/2吨, 一吨二, 五六吨, `20+30`, 50…60, ≥30, 50公斤/月. */
const amountBefore = new RegExp(
  String.raw`(?:(?<![a-z])(?:${numberWords})\s|[\d+<>≤≥≈±]\s?|\s[.,]\s?|[${numerals}又点几数之分.…]|[\d${numerals}]\s?(?:${unitNames}))$`,
  "u",
);
const amountAfter = new RegExp(
  String.raw`^(?:\s*[\d+/?]|\s*p\.|[${numerals}几来多余]|\s*[公工千市]\p{Script=Han}?(?!\p{L})|\s+[×✗✘]\s*$)`,
  "u",
);

/** English words that begin a remark if they follow a number. Other words may be units. */
const remarkWords = new Set(
  "a all and as asap at best big by clean cut dried dry each first for fresh fried from good grade ground high honey if in large medium new no not of old only or organic please pls powder powdered premium processed raw roasted sliced slices small smoked sulphur sulfur thick thin to top urgent vinegar washed whole wild wine with without x".split(
    " ",
  ),
);

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

/** Matches numbers that aren't quantities: dates, harvests, prices, limits, grades, sizes, copies, specifications. */
const otherNumbers = new RegExp(
  [
    String.raw`(?:19|20)\d\d[年-]\d{1,2}(?:[月-](?:\d{1,2}[日号]?)?)?|(?:19|20)\d\d年?(?=\s?(?:产|新|陈|款|采|harvest|crop))|(?<!\d)\d{1,2}月(?:\d{1,2}[日号]|[上中下]旬|[前底初])`,
    String.raw`(?<![\d.])\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:${months})[a-z]{0,6}(?![a-z])(?:\s(?:19|20)\d\d)?`,
    String.raw`[¥$€£]\s?\d+(?:\.\d+)?(?:\s?/\s?(?:kg|公斤|千克|斤))?|(?<![\d.])\d+(?:\.\d+)?\s?(?:元|rmb|cny|gbp|usd|eur)(?:\s?/\s?(?:kg|公斤|千克|斤))?`,
    String.raw`(?<![\d.])\d{1,2}[/.]\d{1,2}(?=日?之?前)|(?<![\d.])\d{1,2}年[根生陈]|陈\d{1,2}年|(?<![\d.])\d{1,2}[\s-]?(?:years?|yrs?)(?![a-z])`,
    String.raw`(?<![a-z])in\s\d+\s?kg\s(?:bags?|sacks?|drums?|box(?:es)?|cartons?)(?![a-z])`,
    String.raw`[≤≥<>]?\s?(?<![\d.])\d+(?:\.\d+)?\s?[%‰]`,
    String.raw`(?<![a-z])(?:grade|no\.)\s?\d(?!\d)`,
    String.raw`(?<![\d.])\d+(?:\.\d+)?(?:\s?[-~]\s?\d+(?:\.\d+)?)?\s?(?:mm|cm|毫米|厘米|目|mesh)(?![a-z])`,
    String.raw`(?<![\d.:])\d{1,3}:1(?![\d.:])|(?<![\d./])\d{2}/\d{1,2}(?![\d/.]|\s?(?:kg|公斤|斤|g|lb))`,
    String.raw`(?<![a-z])(?:mesh|sieve)(?:\ssize)?\s\d{1,3}(?![\d.])|(?<![\d.])\d{1,3}\sheads?(?![a-z])`,
    String.raw`(?<![a-z])(?:unit|flat|suite)\s\d{1,4}(?!\d)|(?<![\d.])\d{1,4}[a-z]?\s(?:[a-z]+\s){1,2}(?:road|rd|street|st|lane|avenue|ave|way|close|drive)(?![a-z])`,
    String.raw`(?<![\d.])\d+\s?(?:份|cop(?:y|ies))(?![a-z])`,
    String.raw`(?<![\d.])\d+\s?[支粒头个]\s?/\s?\d+\s?(?:g|克|kg|公斤|斤)(?![a-z])`,
    // The herb 三七 isn't a quantity, although its name is a numeral.
    "三七(?![十百千万两斤公千克吨])",
  ].join("|"),
  "g",
);

/** Whether an amount without a known unit is followed by a word that may be a unit, for example `300 catties`. */
function hasUnknownUnit(amount: string, after: string): boolean {
  const [, word] = /^\s*([a-z]+)/.exec(after) ?? [];
  return /\d$/.test(amount) && word !== undefined && !remarkWords.has(word);
}

/** Whether an amount is a sum followed by more text, for example `2吨 25kg` in `2吨 25kg/袋`. */
const isPartialSum = (amount: string, after: string) =>
  (amount.match(/[\d半]\s*\p{L}/gu)?.length ?? 0) > 1 && !/[x×✕*]/.test(amount) && /^\s*[^\s,;()]/.test(after);

/** A text's quantity as typed, and the rest of the text. */
export type FoundQuantity = { typed?: string; rest: string };

/** Finds the amount in a text. If it is ambiguous, the whole text is returned as an unreadable quantity. */
export function findQuantity(text: string): FoundQuantity {
  // Removes punctuation that separated the item number, but keeps a point, which may be a decimal point.
  const plain = normalise(text.replace(/^[,;:，；：、]+/, "")).replace(perPack, "");
  const unreadable = { typed: plain.replace(/^[\s;]+/, "").trim(), rest: "" };
  const masked = plain.replace(otherNumbers, (found) => found.replace(/[^\s,;]/g, "·"));
  const amounts = [...masked.matchAll(amountInText)].flatMap(({ 0: amount, index }) => {
    const parsedAmount = readAmount(amount);
    // Skips a long number without a unit, which may be a telephone number.
    if (!parsedAmount || (parsedAmount.unit === undefined && parsedAmount.value > limits.quantity)) return [];
    return { amount, index, isUsual: parsedAmount.unit === undefined || units.has(parsedAmount.unit) };
  });
  const usual = amounts.filter(({ isUsual }) => isUsual);
  const [only, ...others] = usual.length > 0 ? usual : amounts;
  if (only && others.length === 0) {
    const divide = (whole: string) =>
      [whole.slice(0, only.index), whole.slice(only.index + only.amount.length)] as const;
    const [[before, after], [maskedBefore, maskedAfter]] = [divide(plain), divide(masked)];
    const isChanged =
      [
        amountBefore.test(maskedBefore),
        amountAfter.test(maskedAfter),
        correctionWords.test(plain),
        multipliers.test(maskedBefore + maskedAfter),
      ].includes(true) ||
      hasUnknownUnit(only.amount, maskedAfter) ||
      isPartialSum(only.amount, maskedAfter);
    return isChanged ? unreadable : { typed: only.amount, rest: trimSigns(`${before} ${after}`) };
  }
  const isVague = /\p{Nd}/u.test(masked) || vagueQuantity.test(plain) || onlySigns.test(plain);
  return isVague ? unreadable : { rest: trimSigns(plain) };
}
