import type { BatchFacts } from "./batch-schema.ts";
import type { FileData, Problem } from "./content-file.ts";
import { removeThousandsCommas } from "./thousands.ts";

/** A number with its unit, and the sign before it: `≤10.0%`. */
type Quantity = { sign: string; number: number; unit: string };

/** Parses a text that is a number, a unit without Chinese characters, and maybe a comparison sign. Other texts are words of the laboratory. */
function parseQuantity(text: unknown): Quantity | undefined {
  if (typeof text !== "string") return undefined;
  const plain = removeThousandsCommas(normalizeQuantity(text));
  const [, sign = "", digits, unit = ""] = /^([≤≥<>]?)(\d+(?:\.\d+)?)([^\d\p{Script=Han}]*)$/u.exec(plain) ?? [];
  return digits === undefined ? undefined : { sign, number: Number(digits), unit };
}

/** People type `<=` for `≤`, and full-width digits. */
function normalizeQuantity(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\s/g, "")
    .replace(/^(?:<=|=<|≦)/, "≤")
    .replace(/^(?:>=|=>|≧)/, "≥");
}

/** Finds a number with a comma before its decimals, as some languages have it. */
function findComma(text: unknown): string | undefined {
  const [, whole, decimals] =
    /^[≤≥<>]?(\d+),(\d{1,2})(?!\d)/.exec(typeof text === "string" ? normalizeQuantity(text) : "") ?? [];
  return whole && `has a comma between its digits: write ${whole}.${decimals}`;
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
    const [allowed, found] = [parseQuantity(limit), parseQuantity(result)];
    const unitMessage = allowed && found && explainMissingUnit(allowed, found, String(limit), String(result));
    if (unitMessage) return [createProblem(["results", index, unitMessage.field], unitMessage.message)];
    const message = allowed && found && compare(allowed, found, `${String(result)} and the limit ${String(limit)}`);
    const commas = Object.entries({ limit, result }).flatMap(([field, text]) => {
      const comma = findComma(text);
      return comma ? [createProblem(["results", index, field], comma)] : [];
    });
    return message ? [...commas, createProblem(["results", index, "result"], message)] : commas;
  });
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

function compare(allowed: Quantity, found: Quantity, both: string): string | undefined {
  if (allowed.unit !== found.unit) return `${both} have different units: write both in the same one`;
  // The result `≤10.0%` with the limit `7.9%` looks swapped with it. The result `<0.01` doesn't, because a
  // laboratory writes this for less than its method detects.
  const isSwapped = /[≤<]/.test(found.sign) ? found.number > allowed.number : found.number < allowed.number;
  if (allowed.sign === "" && found.sign !== "") return isSwapped ? `${both} are swapped` : undefined;
  if (!isBeyond(found.number, allowed)) return undefined;
  return `${both} don't agree: is a digit wrong? If the result is right, write it in words after \`cn:\` and \`en:\``;
}
