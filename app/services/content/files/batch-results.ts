import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { BatchFacts, LocalizedText } from "./batch-schema.ts";
import type { FileData, Problem } from "./content-file.ts";
import { findDecimalComma } from "../checks/decimal-comma.ts";
import { removeThousandsCommas } from "../checks/thousands.ts";

/** A number with its unit, and the sign before it: `≤10.0%`. */
type Quantity = { sign: string; number: number; unit: string };

const quantityPattern = /^([≤≥<>]?) ?(\d+(?:\.\d+)?) ?([^\d\s()\p{Script=Han}]*)$/u;
const rangePattern =
  /^(\d+(?:\.\d+)?) ?([^\d\s()\p{Script=Han}–—~-]*) ?(?:[-–—~至]|to) ?(\d+(?:\.\d+)?) ?([^\d\s()\p{Script=Han}]*)$/u;

/** Parses a normalized text that is a number, a unit without Chinese characters, and maybe a comparison sign. Other texts are words of the laboratory. */
function parseQuantity(text: string): Quantity | undefined {
  const [, sign = "", digits, unit = ""] = quantityPattern.exec(text) ?? [];
  return digits === undefined ? undefined : { sign, number: Number(digits), unit };
}

/** Parses a normalized limit. A range has two: `1.0–2.0%` is at least 1.0 % and at most 2.0 %. */
function parseLimits(text: string): Quantity[] {
  const range = rangePattern.exec(text);
  if (!range) return [parseQuantity(text)].filter((quantity) => quantity !== undefined);
  const [, least, unitOfLeast, most, unit = ""] = range;
  return [
    { sign: "≥", number: Number(least), unit: unitOfLeast || unit },
    { sign: "≤", number: Number(most), unit },
  ];
}

/**
 * Writes the signs as `≤` and `≥`, which people also type as `<=` or write in words, and full-width digits as plain ones. A number with
 * an exponent stays as it is, because `10³` isn't 103.
 */
function normalizeQuantity(text: string): string {
  if (/\d[⁰¹²³⁴-⁹]/.test(text)) return text;
  const plain = text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").replaceAll(" / ", "/");
  const signed = plain
    .replace(/^(?:<=|=<|≦|应?不(?:得|应)?(?:超过|过|大于|高于|多于)|not? more than|nmt|at most|max\.?)/i, "≤")
    .replace(/^(?:>=|=>|≧|应?不(?:得|应)?(?:少于|低于|小于)|not? less than|nlt|at least|min\.?)/i, "≥")
    .replace(/^([^≤≥]*) max\.?$/i, "≤$1")
    .replace(/^([^≤≥]*) min\.?$/i, "≥$1");
  return removeThousandsCommas(signed);
}

/** Whether a number isn't what a limit such as `≤10.0%` allows. */
function isBeyond(number: number, { sign, number: limit }: Quantity): boolean {
  return /[≤<]/.test(sign) ? number > limit : /[≥>]/.test(sign) && number < limit;
}

/**
 * Finds results that exceed their limit, that were swapped with it, or that have another unit. Results in words aren't checked, so a
 * laboratory can state an unusual result in words.
 */
export function findResultProblems({ value, createProblem }: FileData<BatchFacts>): Problem[] {
  return value.results.flatMap(({ limit, result }, index) => {
    const problem = findMismatch(limit, result);
    if (problem?.field === "limit") return [createProblem(["results", index, "limit"], problem.message)];
    const commas = Object.entries({ limit, result }).flatMap(([field, text]) => {
      const comma = findFirst(localeCodes, (locale) =>
        findDecimalComma(normalizeQuantity(translate(text, locale) ?? "")),
      );
      return comma ? [createProblem(["results", index, field], comma)] : [];
    });
    return problem ? [...commas, createProblem(["results", index, "result"], problem.message)] : commas;
  });
}

/** Returns a text in a language. */
function translate(text: LocalizedText | undefined, locale: Locale): string | undefined {
  return typeof text === "object" ? text[locale] : text;
}

/** Finds what is wrong between a limit and a result, in the first language where they don't fit together. */
function findMismatch(limit: LocalizedText | undefined, result: LocalizedText) {
  return findFirst(localeCodes, (locale) => {
    const [limitText = "", resultText = ""] = [translate(limit, locale), translate(result, locale)];
    const found = parseQuantity(normalizeQuantity(resultText));
    const limits = parseLimits(normalizeQuantity(limitText));
    return found && findFirst(limits, (allowed) => findProblem(allowed, found, limitText, resultText));
  });
}

/** Returns the first result that isn't undefined. */
function findFirst<Entry, Result>(entries: readonly Entry[], find: (entry: Entry) => Result | undefined) {
  for (const entry of entries) {
    const result = find(entry);
    if (result !== undefined) return result;
  }
  return undefined;
}

function findProblem(allowed: Quantity, found: Quantity, limit: string, result: string) {
  const unitProblem = explainMissingUnit(allowed, found, limit, result);
  if (unitProblem) return unitProblem;
  const message = compare(allowed, found, `${result} and the limit ${limit}`);
  return message ? { field: "result", message } : undefined;
}

/** Explains a result or limit without a unit beside one that has a unit. */
function explainMissingUnit(allowed: Quantity, found: Quantity, limit: string, result: string) {
  if (found.unit === "" && allowed.unit !== "")
    return {
      field: "result",
      message: `${result} has no unit, and the limit ${limit} has one: write ${result.trim()}${formatUnit(allowed)}`,
    };
  if (allowed.unit === "" && found.unit !== "")
    return {
      field: "limit",
      message: `${limit} has no unit, and the result ${result} has one: write ${limit.trim()}${formatUnit(found)}`,
    };
  return undefined;
}

/** Writes a unit after a number: `%` without a space. */
function formatUnit({ unit }: Quantity): string {
  return /^[%‰°]/.test(unit) ? unit : ` ${unit}`;
}

/** Removes what sets no units apart: capitals, the sign of a note, and u for µ. */
function toComparableUnit({ unit }: Quantity): string {
  return unit
    .toLowerCase()
    .replace(/[*+.]{1,3}$/, "")
    .replace(/^u(?=g|l|m)/, "μ");
}

function compare(allowed: Quantity, found: Quantity, both: string): string | undefined {
  if (toComparableUnit(allowed) !== toComparableUnit(found))
    return `${both} have different units: write both in the same one`;
  // The result `≤10.0%` with the limit `7.9%` looks swapped with it. The result `<0.01` doesn't, because a
  // laboratory writes this for less than its method detects.
  const isSwapped = /[≤<]/.test(found.sign) ? found.number > allowed.number : found.number < allowed.number;
  if (allowed.sign === "" && found.sign !== "") return isSwapped ? `${both} are swapped` : undefined;
  if (allowed.sign === "" && found.number > allowed.number)
    return `${both} don't agree: write ≥ before the limit if it is the least that is allowed; is a digit wrong otherwise?`;
  if (!isBeyond(found.number, allowed)) return undefined;
  return `${both} don't agree: is a digit wrong? If the result is right, write it in words after \`cn:\` and \`en:\``;
}
