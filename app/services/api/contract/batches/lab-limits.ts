import type { Batch } from "./batches.ts";

type Result = Batch["results"][number];

/**
 * Numbers from `min` to `max`, which are exclusive if open. A result such as `<0.01` is a range; a single number has
 * `min` = `max`.
 */
type Range = { min: number; max: number; isMinOpen: boolean; isMaxOpen: boolean; unit: string };

/** A limit (`from`, `to`) and a result (`value`) as fractions of a linear scale that starts at zero. */
export type Scale = { from: number; to: number; value: number };

/** An assessed result; `isWithin` is `undefined` if uncertain. A scale needs non-negative numbers. */
export type AssessedResult = Result & { isWithin?: boolean; scale?: Scale };

export type AssessedBatch = Omit<Batch, "results"> & { results: AssessedResult[] };

/**
 * Verdict `outside`: a result is outside its limit, and `total` is the number of compared results. Otherwise `total` is
 * the number of all results, and the verdict is `within` if all were compared, or else `tests`.
 */
export type Verdict = { verdict: "within" | "outside" | "tests"; total: number; outside: number };

const upperLimitPattern =
  /^(?:[≤<]|不得过|不得超过|不超过|不得高于|不高于|不大于|小于|低于|至多|at most|not more than|no more than|nmt\b|less than|below)\s*/i;
const lowerLimitPattern =
  /^(?:[≥>]|不得少于|不少于|不得低于|不低于|不小于|大于|高于|至少|at least|not less than|no less than|nlt\b|more than|above)\s*/i;
const strictLimitPattern = /^(?:[<>]|小于|低于|大于|高于|less than|below|more than|above)/i;
const compliancePattern = /^(?:符合规定|符合要求|符合|合格|complies|conforms|passes|passed|pass)$/i;
const failurePattern = /^(?:不符合规定|不符合要求|不符合|不合格|does not comply|does not conform|fails|failed|fail)$/i;
const denialPattern = /[不未无勿]|\b(?:not?|non|never|without|free|fails?)\b|n['’]t\b/i;
const requirementPattern = /^(?:(?:should|must|shall|is to) be\s+|应?当?[呈为是]?)/i;

// Matches a number with sign, decimals, thousands separators and unit, but not `10³` and `1/2`.
const quantityPattern = /^([+−-]?)\s*([1-9]\d{0,2}(?:[, ]\d{3})+|\d+)(\.\d+)?\s*((?:[\p{L}%‰°].*)?)$/u;

/** Normalises symbols, and makes full-width characters ASCII. Superscripts stay: 10³ isn't 103. */
function normalise(text: string): string {
  const halfWidth = text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const signs = halfWidth.replace(/≦|<=/g, "≤").replace(/≧|>=/g, "≥").replaceAll("℃", "°C").replaceAll("µ", "μ");
  return signs.replace(/\s+/g, " ").trim();
}

function parseSingleValue(text: string): Range | undefined {
  const [, sign, digits, decimals = "", unit = ""] = quantityPattern.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits.replace(/[, ]/g, "") + decimals) * (sign === "" || sign === "+" ? 1 : -1);
  return { min: value, max: value, isMinOpen: false, isMaxOpen: false, unit: unit.replaceAll(" ", "") };
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
  const separator = /[–—~〜−-]|至| to /.exec(text.slice(start));
  const end = start + (separator?.index ?? 0);
  const [from, to] = separator ? [text.slice(0, end), text.slice(end + separator[0].length)].map(parseSingleValue) : [];
  if (!from || !to) return parseSingleValue(text);
  return from.min <= to.max && ["", to.unit].includes(from.unit) ? { ...from, max: to.max, unit: to.unit } : undefined;
}

/**
 * Whether a result is within its limit; `undefined` if their units differ, the limit is a single number, or the result
 * may be on either side of the limit.
 */
function compareRanges(limit: Range, result: Range): boolean | undefined {
  if (limit.unit !== result.unit || (limit.min === limit.max && !limit.isMinOpen)) return undefined;
  const isAboveMin = result.min > limit.min || (result.min === limit.min && (result.isMinOpen || !limit.isMinOpen));
  const isBelowMax = result.max < limit.max || (result.max === limit.max && (result.isMaxOpen || !limit.isMaxOpen));
  if (isAboveMin && isBelowMax) return true;
  const isBelow = result.max < limit.min || (result.max === limit.min && (result.isMaxOpen || limit.isMinOpen));
  const isAbove = result.min > limit.max || (result.min === limit.max && (result.isMinOpen || limit.isMaxOpen));
  return isBelow || isAbove ? false : undefined;
}

/**
 * Whether a result in words is within its limit. It is if it equals the limit. A laboratory's verdict, such as
 * `complies`, decides unless the limit has a number, a comparison or a negation. Otherwise returns `undefined`, because
 * only the page's reader can compare the words.
 */
function compareWords(limit: string, result: string): boolean | undefined {
  const [required, word] = [limit, result].map((text) =>
    text
      .replace(/[.。]$/, "")
      .replace(requirementPattern, "")
      .toLowerCase(),
  );
  // A dash in both columns isn't a word.
  if (required === word && /[\p{L}\p{N}]/u.test(word!)) return true;
  if (
    /\p{N}/u.test(limit) ||
    [upperLimitPattern, lowerLimitPattern, denialPattern].some((pattern) => pattern.test(limit))
  )
    return undefined;
  if (compliancePattern.test(word!)) return true;
  return failurePattern.test(word!) ? false : undefined;
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
  const isWithin =
    limitRange && resultRange ? compareRanges(limitRange, resultRange) : compareWords(limitText, resultText);
  if (isWithin === undefined) return row;
  const hasScale =
    limitRange && resultRange && resultRange.min === resultRange.max && resultRange.min >= 0 && limitRange.max >= 0;
  return { ...row, isWithin, ...(hasScale && { scale: createScale(limitRange, resultRange) }) };
}

const notDetectedPattern =
  /^(?:未检[出到测]|(?:低于|小于|<)\s*(?:(?:方法)?(?:检出|定量)限|lo[dq]\b|m[dq]l\b)|痕量|not detected|none|nil|n\.?d\b|b(?:dl|lo?q|lod)\b|trace|below (?:the |lo[dq]\b))/i;
const verdictPattern =
  /^(?:符合|合格|不合格|不符合|阴性|阳性|complies|conforms|pass|fail|does not|negative|positive|absent)/i;

/** Matches a number that isn't compared: `1.2×10³`, `0.6±0.1`, `1:10`. */
const otherNumberPattern = /^[<>≤≥≈~约]?\s*[+−-]?\d+(?:\.\d+)?\s*[±×x*/:;；、^(]/;

/** Matches a number-like beginning, including letters like `O` and `l`. */
const numberLikePattern = /^[<>≤≥≈~约]?\s*[+−-]?(?:[.\d]|[OoIl]+[.\d])/;

/**
 * Whether a result may be mistyped. Such a result looks like a number but can't be parsed (for example `0.0.6`, `9,2%`
 * or `1O.5%`), is in unusual words although its limit is a number, or is negative although its limit isn't.
 */
export function isUnclear({ limit = "", result }: Pick<Result, "limit" | "result">): boolean {
  const [limitText, text] = [normalise(limit), normalise(result)];
  if (/\d[OoIl]+[.\d]/.test(text)) return true;
  const [limitRange, range] = [parseRange(limitText), parseRange(text)];
  if (limitRange && range && range.min < 0 && range.min > -Infinity)
    return limitRange.max >= 0 && (limitRange.min >= 0 || limitRange.min === -Infinity);
  if (text === "" || range || otherNumberPattern.test(text)) return false;
  if (numberLikePattern.test(text)) return true;
  return limitRange !== undefined && ![notDetectedPattern, verdictPattern].some((pattern) => pattern.test(text));
}

export function createVerdict(results: readonly AssessedResult[]): Verdict {
  const comparedResults = results.filter(({ isWithin }) => isWithin !== undefined);
  const outside = comparedResults.filter(({ isWithin }) => !isWithin).length;
  if (outside > 0) return { verdict: "outside", total: comparedResults.length, outside };
  return { verdict: comparedResults.length === results.length ? "within" : "tests", total: results.length, outside };
}

/** Picks the result closest to its lower limit and the one closest to its upper limit, preferring results outside. */
export function pickClosestResults(results: readonly AssessedResult[]): AssessedResult[] {
  const pick = (getCloseness: (scale: Scale) => number) =>
    results
      .flatMap((row) => (row.scale ? [{ row, closeness: getCloseness(row.scale) }] : []))
      .filter(({ closeness }) => closeness > 0)
      .sort((a, b) => b.closeness - a.closeness)
      .slice(0, 1)
      .map(({ row }) => row);
  return [
    ...pick(({ from, value }) => from / value),
    ...pick(({ from, to, value }) => (from === 0 && to < 1 ? value / to : 0)),
  ];
}
