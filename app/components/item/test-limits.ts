import type { TFunction } from "i18next";
import type { Batch } from "../../services/api/contract/batches.ts";

type Result = Batch["results"][number];

/** A number with its unit. `isBelow` says that the laboratory found less than it: `<0.01 mg/kg`. */
type Quantity = { value: number; unit: string; isBelow: boolean };

type Limit = { min?: number; max?: number; unit: string };

/** A linear scale that begins at zero. All numbers are shares of its length, from 0 to 1. */
export type Scale = { from: number; to: number; value: number };

/** A result with its verdict, which is undefined where words don't say it, and its scale if limit and result are numbers. */
export type AssessedResult = Result & { isWithin?: boolean; scale?: Scale };

export type AssessedBatch = Omit<Batch, "results"> & { results: AssessedResult[] };

const upper = /^(?:≤|<|＜|不得过|不超过|at most|not more than|nmt)\s*/i;
const lower = /^(?:≥|>|＞|不得少于|不低于|at least|not less than|nlt)\s*/i;
const passed = /^(?:符合规定|符合|合格|阴性|未检出|complies|conforms|passe[ds]|pass|negative|not detected|absent)\.?$/i;
const failed = /^(?:不符合规定|不符合|不合格|阳性|does not comply|does not conform|fails|failed|positive)\.?$/i;

function parseQuantity(text: string): Quantity | undefined {
  const [, below, digits, unit] =
    /^([<＜])?\s*(\d+(?:\.\d+)?)\s*([^\d\s].*)?$/.exec(text.trim().replace(/,(?=\d{3})/g, "")) ?? [];
  return digits ? { value: Number(digits), unit: (unit ?? "").trim(), isBelow: below !== undefined } : undefined;
}

/** Parses a limit such as `≤10.0%`, `at least 0.080%` or `5.0–7.0%`; `undefined` if it isn't a number. */
function parseLimit(text: string): Limit | undefined {
  const [low, high, ...others] = text.split(/[–—~～-]/);
  if (low && high && others.length === 0) {
    const [min, max] = [parseQuantity(low), parseQuantity(high)];
    return min && max && ["", max.unit].includes(min.unit)
      ? { min: min.value, max: max.value, unit: max.unit }
      : undefined;
  }
  const quantity = parseQuantity(text.replace(upper, "").replace(lower, ""));
  if (!quantity || quantity.isBelow) return undefined;
  if (upper.test(text)) return { max: quantity.value, unit: quantity.unit };
  return lower.test(text) ? { min: quantity.value, unit: quantity.unit } : undefined;
}

function createScale({ min, max }: Limit, value: number): Scale {
  // A bounded scale ends a little beyond the limit; an open one a little beyond the result.
  const length = 1.25 * Math.max(value, max ?? min ?? 0) || 1;
  return { from: (min ?? 0) / length, to: max === undefined ? 1 : max / length, value: value / length };
}

/** Compares a result with its limit. In the name of the test, an abbreviation such as LC-MS/MS stays on one line. */
export function assessResult({ test, ...result }: Result): AssessedResult {
  const row = { ...result, test: test.replace(/([A-Z\d])([-/])(?=[A-Z\d])/g, "$1\u2060$2\u2060") };
  if (passed.test(row.result)) return { ...row, isWithin: true };
  if (failed.test(row.result)) return { ...row, isWithin: false };
  const limit = parseLimit(row.limit ?? "");
  const found = parseQuantity(row.result);
  if (!limit || !found || limit.unit !== found.unit) return row;
  // What is only known to be below a value may also be below a lower limit.
  if (found.isBelow && (limit.min !== undefined || found.value > limit.max!)) return row;
  const { min = 0, max = Infinity } = limit;
  const isOnStrictLimit = /^[<＜>＞]/.test(row.limit!) && [min, max].includes(found.value);
  const isWithin = found.value >= min && found.value <= max && !isOnStrictLimit;
  return { ...row, isWithin, ...(!found.isBelow && { scale: createScale(limit, found.value) }) };
}

/** Returns whether the batch was released, and how many results are within their limits: `Released · 12 of 12 within limits`. */
export function createVerdict(
  t: TFunction<"batch">,
  results: readonly AssessedResult[],
  released: string | undefined,
): string {
  const total = results.length;
  const outside = results.filter(({ isWithin }) => isWithin === false).length;
  // Some results, such as words, can't be compared with their limits.
  const count = outside > 0 ? "outside" : results.every(({ isWithin }) => isWithin) ? "within" : "tests";
  return [released && t("released"), total > 0 && t(`verdict.${count}`, { total, outside })]
    .filter(Boolean)
    .join(" · ");
}

/** Picks the results closest to a lower limit and to an upper one. Results outside their limits are the closest of all. */
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
