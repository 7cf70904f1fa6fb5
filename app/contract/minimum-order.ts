import { limits } from "./limits.ts";

/** The least of a product that can be ordered, and what it is counted in. */
export type MinimumOrder = { quantity: number; unit: string };

/** A number, and behind it a unit without digits; before and behind both only words that say that it is the least. */
const minimum =
  /^(?:≥|>=|from|min\.?|minimum|at least|不少于|至少|最少|起订量?)?[\s::]*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,3}))?\s*([^\d\s][^\d]{0,59})$/iu;

/** What a unit is followed by where the whole says that it is the least. */
const ending = /(?:起订?|以上|or more|minimum|min\.?|\((?:[^()]*)\)|（(?:[^（）]*)）)$/iu;

/**
 * The number and unit of a minimum in words, such as `20 kg`, `1,000 件起` or `from 5 cartons`. A part of a unit counts as a
 * whole one, since quantities are whole.
 * @returns `undefined` for what says it in another way
 */
export function readMinimumOrder(words: string | undefined): MinimumOrder | undefined {
  const text = words?.normalize("NFKC").trim().slice(0, 120) ?? "";
  const [, whole, part, rest = ""] = minimum.exec(text.replace(ending, "").trimEnd()) ?? [];
  if (whole === undefined) return undefined;
  const quantity = Number(whole.replaceAll(",", "")) + (part && Number(part) > 0 ? 1 : 0);
  const unit = rest.trim();
  const isUsable = quantity >= 1 && quantity <= limits.quantity && unit !== "" && unit.length <= limits.unit;
  return isUsable ? { quantity, unit } : undefined;
}
