import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { compareWords, lowerLimitPattern, passingPattern, readDetection, upperLimitPattern } from "./lab-words.ts";

export type Result = { test: string; limit?: string | undefined; result: string };

/**
 * Numbers from `min` to `max`, which are exclusive if open. A result such as `<0.01` is a range; a single number has
 * `min` = `max`.
 */
type Range = { min: number; max: number; isMinOpen: boolean; isMaxOpen: boolean; unit: string };

/** A limit (`from`, `to`) and a result (`value`) as fractions of a linear scale that starts at zero. */
export type Scale = { from: number; to: number; value: number };

/** An assessed result; `isWithin` is `undefined` if it can't be compared. A scale needs non-negative numbers. */
export type AssessedResult = Result & { isWithin?: boolean; scale?: Scale };

/** How many results were compared, how many of them are outside their limits, and how many can't be compared. */
export type Verdict = { verdict: "within" | "outside"; compared: number; outside: number; notCompared: number };

const strictLimitPattern = /^(?:[<>]|小于|低于|大于|高于|less than|below|more than|above)/i;

/** Powers of ten of the prefixes in a mass fraction such as mg/kg, and of other mass fractions in percent. */
const prefixes: Record<string, number> = { k: 3, "": 0, m: -3, μ: -6, u: -6, n: -9 };
const fractions: Record<string, number> = { "%": 0, "‰": -1, ppm: -4, ppb: -7 };

// Matches a number with sign, decimals, thousands separators, power of ten and unit, but not `1/2`.
const quantityPattern =
  /^([+−-]?)\s*([1-9]\d{0,2}(?:[, ]\d{3})+|\d+)(\.\d+)?(?:×10\^([+−-]?\d+))?\s*((?:[\p{L}%‰°].*)?)$/u;

/** Normalises symbols and powers of ten, such as `10³`, `2 x 10^3` and `2E3`. Makes full-width characters ASCII. */
function normalise(text: string): string {
  const halfWidth = text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const signs = halfWidth.replace(/≦|<=/g, "≤").replace(/≧|>=/g, "≥").replaceAll("℃", "°C").replaceAll("µ", "μ");
  const powers = signs
    .replace(/(?<=10)[⁺⁻]?[⁰¹²³⁴-⁹]+/g, (exponent) => `^${normaliseUnicode(exponent, "NFKC")}`)
    .replace(/(?<=\d)\s*[x×*·]\s*10\s*\^\s*/gi, "×10^")
    .replace(/(?<![\d.×])10\s*\^\s*/g, "1×10^")
    // `10E5` is read as 10⁵ by some and as 10⁶ by others.
    .replace(/(?<![\d.])(\d(?:\.\d+)?)e([+−-]?\d+)/gi, "$1×10^$2");
  return powers.replace(/\s+/g, " ").trim();
}

/** Writes a limit's words as a sign, for example `不得过5.0%` as `≤5.0%`. */
export function writeLimitSign(text: string): string {
  const isOpen = strictLimitPattern.test(text);
  return text.replace(upperLimitPattern, isOpen ? "<" : "≤").replace(lowerLimitPattern, isOpen ? ">" : "≥");
}

/** Mass fractions have the same unit, because they are compared as powers of ten. */
function readUnit(text: string): { unit: string; power: number } {
  const unit = text.replaceAll(" ", "");
  const name = unit.toLowerCase();
  const [, mass, whole] = /^([kmμun]?)g\/([kmμun]?)g$/.exec(name) ?? [];
  const power = mass === undefined ? fractions[name] : prefixes[mass]! - prefixes[whole!]! + 2;
  if (power !== undefined) return { unit: "mass fraction", power };
  return { unit: /^cfu\/(?:g|ml)$/.test(name) ? name : unit, power: 0 };
}

function parseSingleValue(text: string, missingUnit = ""): Range | undefined {
  const [, sign, digits, decimals = "", exponent = "0", unitText] = quantityPattern.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const { unit, power } = readUnit(unitText || missingUnit);
  // The number is read as a whole, because 5000 μg/kg must equal 5 mg/kg.
  const size = Number(`${digits.replace(/[, ]/g, "")}${decimals}e${Number(exponent.replace("−", "-")) + power}`);
  const value = sign === "" || sign === "+" ? size : -size;
  return { min: value, max: value, isMinOpen: false, isMaxOpen: false, unit };
}

/** Parses `≤10.0%`, `at least 0.080%`, `5.0–7.0%` or `7.9%`. Returns `undefined` for other texts. */
function parseRange(text: string): Range | undefined {
  const isOpen = strictLimitPattern.test(text);
  if (upperLimitPattern.test(text)) {
    const limit = parseSingleValue(text.replace(upperLimitPattern, ""));
    return limit && { ...limit, min: -Infinity, isMaxOpen: isOpen };
  }
  if (lowerLimitPattern.test(text)) {
    const limit = parseSingleValue(text.replace(lowerLimitPattern, ""));
    return limit && { ...limit, max: Infinity, isMinOpen: isOpen };
  }
  // Searches for a separator from the first digit on, because a minus before that belongs to the number.
  const start = text.search(/\d/);
  const separator = /(?<!\^)[–—~〜−-]|至| to /.exec(text.slice(start));
  if (!separator) return parseSingleValue(text);
  const end = start + separator.index;
  const upperText = text.slice(end + separator[0].length);
  const unitText = /[\p{L}%‰°].*/u.exec(upperText)?.[0];
  const [from, to] = [parseSingleValue(text.slice(0, end), unitText), parseSingleValue(upperText)];
  if (!from || !to) return parseSingleValue(text);
  return from.min <= to.max && from.unit === to.unit ? { ...from, max: to.max } : undefined;
}

/**
 * Whether a result is within its limit; `undefined` if their units differ, the limit is a single number, or the result
 * may be on either side of the limit, or is negative although the limit isn't.
 */
function compareRanges(limit: Range, result: Range): boolean | undefined {
  if (limit.unit !== result.unit || (limit.min === limit.max && !limit.isMinOpen)) return undefined;
  const isNegative = result.min < 0 && result.min > -Infinity;
  if (isNegative && limit.max >= 0 && (limit.min >= 0 || limit.min === -Infinity)) return undefined;
  const isAboveMin = result.min > limit.min || (result.min === limit.min && (result.isMinOpen || !limit.isMinOpen));
  const isBelowMax = result.max < limit.max || (result.max === limit.max && (result.isMaxOpen || !limit.isMaxOpen));
  if (isAboveMin && isBelowMax) return true;
  const isBelow = result.max < limit.min || (result.max === limit.min && (result.isMaxOpen || limit.isMinOpen));
  const isAbove = result.min > limit.max || (result.min === limit.max && (result.isMinOpen || limit.isMaxOpen));
  return isBelow || isAbove ? false : undefined;
}

/** Only a number, or a word of the closed list, can be within a limit. A result that repeats its limit isn't compared. */
function compare(limit: string, limitRange: Range | undefined, result: string, resultRange: Range | undefined) {
  const isWithin = limit === result ? undefined : compareTexts(limit, limitRange, result, resultRange);
  return isWithin && !resultRange && !passingPattern.test(result) ? undefined : isWithin;
}

function compareTexts(limit: string, limitRange: Range | undefined, result: string, resultRange: Range | undefined) {
  // A superscript may have been lost: 104 for 10⁴.
  if (limit.includes("×10^") && /^10[1-9](?![\d.])/.test(result)) return undefined;
  if (limitRange && resultRange) return compareRanges(limitRange, resultRange);
  if (limitRange) {
    const notDetected = readNotDetected(result, limitRange.unit);
    return notDetected ? compareRanges(limitRange, notDetected) : compareWords(limit, result);
  }
  if (!resultRange || readDetection(limit)?.isDetected !== false) return compareWords(limit, result);
  // `<0.01` may have been detected or not.
  if (resultRange.max <= 0) return true;
  return resultRange.min > 0 ? false : undefined;
}

/** Reads “not detected” as a range that ends with the detection limit, if there is one, or else with zero. */
function readNotDetected(result: string, unit: string): Range | undefined {
  const { isDetected = true, amount } = readDetection(result) ?? {};
  if (isDetected) return undefined;
  const none = { min: -Infinity, max: 0, isMinOpen: false, isMaxOpen: false, unit };
  if (!amount) return none;
  const limit = parseSingleValue(amount);
  return limit && { ...limit, min: -Infinity, isMaxOpen: true };
}

function createScale(limit: Range, { min: value }: Range): Scale {
  const [min, max] = [Math.max(limit.min, 0), limit.max];
  // The scale ends a quarter beyond the limit or the result, whichever is larger.
  const length = 1.25 * Math.max(value, max === Infinity ? min : max) || 1;
  return { from: min / length, to: max === Infinity ? 1 : max / length, value: value / length };
}

/** Assesses a result. Joiners keep an abbreviation in the test's name, such as LC-MS/MS, on one line. */
export function assessResult({ test, ...result }: Result): AssessedResult {
  const row = { ...result, test: test.replace(/([A-Z\d])([-/])(?=[A-Z\d])/g, "$1\u2060$2\u2060") };
  const [limitText, resultText] = [normalise(row.limit ?? ""), normalise(row.result)];
  const [limitRange, resultRange] = [parseRange(limitText), parseRange(resultText)];
  const isWithin = compare(limitText, limitRange, resultText, resultRange);
  if (isWithin === undefined) return row;
  const hasScale =
    limitRange && resultRange && resultRange.min === resultRange.max && resultRange.min >= 0 && limitRange.max >= 0;
  return { ...row, isWithin, ...(hasScale && { scale: createScale(limitRange, resultRange) }) };
}

export function createVerdict(results: readonly AssessedResult[]): Verdict {
  const compared = results.filter(({ isWithin }) => isWithin !== undefined);
  const outside = compared.filter(({ isWithin }) => !isWithin).length;
  const counts = { compared: compared.length, outside, notCompared: results.length - compared.length };
  return { verdict: outside > 0 ? "outside" : "within", ...counts };
}

/** Sorts results: what wasn't compared first, then outside, then those closest to their limits, and last words. */
export function sortByCloseness(results: readonly AssessedResult[]): AssessedResult[] {
  return results.toSorted((a, b) => getCloseness(b) - getCloseness(a));
}

/** Returns a share of the limit, up to 1, for a number within it. */
function getCloseness({ isWithin, scale }: AssessedResult): number {
  if (isWithin === undefined) return 3;
  if (!isWithin) return 2;
  if (!scale) return 0;
  const { from, to, value } = scale;
  return Math.max(from > 0 ? from / value : 0, to < 1 ? value / to : 0);
}

/** Writes a test's name so that it equals the label of a specification in another spelling. */
export const simplifyTestName = (text: string): string => text.toLowerCase().replaceAll(" ", "");

/**
 * Returns results for rows of a specification, by the rows' labels: of the test with the row's name, or of the tests
 * that the row's text names with the numbers of their limits.
 */
export function matchResults(results: readonly AssessedResult[], specs: { label: string; value: string }[]) {
  const rows = specs.map(({ label, value }) => {
    const own = results.filter(({ test }) => simplifyTestName(test) === simplifyTestName(label));
    const named = results.filter(({ test, limit = "" }) =>
      [test, /\d.*/.exec(limit)?.[0] ?? limit].every(
        (part) => part && simplifyTestName(value).includes(simplifyTestName(part)),
      ),
    );
    const texts = [...own.map(({ result }) => result), ...named.map(({ test, result }) => `${test} ${result}`)];
    return [label, texts.join("\n")];
  });
  return Object.fromEntries(rows.filter(([, text]) => text));
}
