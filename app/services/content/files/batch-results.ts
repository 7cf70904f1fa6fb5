import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { say, type Message, type MessageKey, type Problem } from "../checks/problem.ts";
import type { BatchFacts, LocalizedText } from "./batch-schema.ts";
import type { FileData } from "./content-file.ts";

/** A number with its unit, and the sign before it: `≤10.0%`. */
type Quantity = { sign: string; number: number; unit: string };

const quantityPattern = /^([≤≥<>]?) ?(\d+(?:\.\d+)?) ?([^\d\s()\p{Script=Han}]*)$/u;
const rangePattern =
  /^(\d+(?:\.\d+)?) ?([^\d\s()\p{Script=Han}–—~-]*) ?(?:[-–—~至]|to) ?(\d+(?:\.\d+)?) ?([^\d\s()\p{Script=Han}]*)$/u;

/**
 * Finds results that exceed their limit, or that have another unit. Results in words aren't checked, so a laboratory can state an
 * unusual result in words.
 */
export function findResultProblems({ value, createProblem }: FileData<BatchFacts>): Problem[] {
  return value.results.flatMap(({ limit, result }, index) => {
    const [message] = localeCodes.flatMap(
      (locale) => findMismatch(translate(limit, locale), translate(result, locale)) ?? [],
    );
    return message ? [createProblem(["results", index, "result"], message)] : [];
  });
}

/** Returns a text in a language. */
function translate(text: LocalizedText | undefined, locale: Locale): string {
  return (typeof text === "object" ? text[locale] : text) ?? "";
}

function findMismatch(limit: string, result: string): Message | undefined {
  const found = parseQuantity(normalize(result));
  const key = found && parseLimits(normalize(limit)).flatMap((allowed) => compare(allowed, found) ?? [])[0];
  return key && say(key, { limit, result });
}

/** Writes the signs as `≤` and `≥`, full-width digits as plain ones, and thousands without commas. `10³` isn't 103, so it is left. */
function normalize(text: string): string {
  if (/\d[⁰¹²³⁴-⁹]/.test(text)) return text;
  const plain = text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").replaceAll(" / ", "/");
  return plain
    .replace(/^<=/, "≤")
    .replace(/^>=/, "≥")
    .replaceAll(/(?<=\d),(?=\d{3})/g, "");
}

/** Parses a text that is a number, a unit without Chinese characters, and maybe a comparison sign. Others are words of the laboratory. */
function parseQuantity(text: string): Quantity | undefined {
  const [, sign = "", digits, unit = ""] = quantityPattern.exec(text) ?? [];
  return digits === undefined ? undefined : { sign, number: Number(digits), unit };
}

/** Parses a limit. A range has two: `1.0–2.0%` is at least 1.0 % and at most 2.0 %. */
function parseLimits(text: string): Quantity[] {
  const range = rangePattern.exec(text);
  if (!range) return [parseQuantity(text)].filter((quantity) => quantity !== undefined);
  const [, least, unitOfLeast, most, unit = ""] = range;
  return [
    { sign: "≥", number: Number(least), unit: unitOfLeast || unit },
    { sign: "≤", number: Number(most), unit },
  ];
}

function compare(limit: Quantity, found: Quantity): MessageKey | undefined {
  if (toComparableUnit(limit) !== toComparableUnit(found)) return "resultUnit";
  if (/[≥>]/.test(limit.sign)) return found.number < limit.number ? "resultLimit" : undefined;
  // A number alone is the most that is allowed.
  const isAtLeast = limit.sign === "" && /[≥>]/.test(found.sign);
  return found.number > limit.number && !isAtLeast ? "resultLimit" : undefined;
}

/** Removes what sets no units apart: capitals, the sign of a note, and u for µ. */
function toComparableUnit({ unit }: Quantity): string {
  return unit
    .toLowerCase()
    .replace(/[*+.]{1,3}$/, "")
    .replace(/^u(?=g|l|m)/, "μ");
}
