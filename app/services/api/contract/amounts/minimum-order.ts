import { limits } from "#app/services/api/contract/limits.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";

export type MinimumOrder = { quantity: number; unit: string };

/** Matches a number and a unit, after optional words such as "at least". */
const minimumPattern =
  /^(?:≥|>=|from|min\.?|minimum|at least|不少于|至少|最少|起订量?)?[\s::]*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,3}))?\s*([^\d\s]\D*)$/iu;

/** Matches words for a minimum after the unit, or a bracketed note. */
const suffixPattern = /(?:起订?|以上|or more|minimum|min\.?|\((?:[^()]*)\)|（(?:[^（）]*)）)$/iu;

/** Parses `20 kg`, `1,000 件起` or `from 5 cartons`. Fractions are rounded up to whole numbers. */
export function parseMinimumOrder(input: string | undefined): MinimumOrder | undefined {
  const text = normaliseUnicode(input ?? "", "NFKC")
    .trim()
    .slice(0, 120);
  const [, integer, fraction, unit = ""] = minimumPattern.exec(text.replace(suffixPattern, "").trimEnd()) ?? [];
  if (integer === undefined) return undefined;
  const quantity = Number(integer.replaceAll(",", "")) + (Number(fraction) > 0 ? 1 : 0);
  const isValid = quantity >= 1 && quantity <= limits.quantity && unit.length <= limits.unit;
  return isValid ? { quantity, unit } : undefined;
}

type TypedAmount = { minimum?: MinimumOrder | undefined; quantity: string };

/** Whether a typed quantity is a number below the minimum order. */
export const isBelowMinimum = ({ minimum, quantity }: TypedAmount): boolean =>
  minimum !== undefined && Number(quantity) >= 1 && Number(quantity) < minimum.quantity;
