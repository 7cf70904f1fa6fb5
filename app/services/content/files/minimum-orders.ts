import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { FileData, Problem } from "./content-file.ts";
import { findDecimalComma } from "../checks/decimal-comma.ts";
import { removeThousandsCommas } from "../checks/thousands.ts";

/** Grams of the units that are weights in any language. */
const gramsByUnit: Readonly<Record<string, number>> = {
  mg: 0.001,
  毫克: 0.001,
  g: 1,
  gram: 1,
  grams: 1,
  克: 1,
  两: 50,
  斤: 500,
  kg: 1000,
  kilogram: 1000,
  kilograms: 1000,
  公斤: 1000,
  千克: 1000,
  吨: 1_000_000,
  t: 1_000_000,
};

type Weight = { number: number; grams: number };

/** Parses the weight in a text such as `20 kg` or `20 公斤起`. With several numbers it isn't known which one counts. */
function parseWeight(text: string): Weight | undefined {
  const plain = removeThousandsCommas(text.normalize("NFKC"));
  const [first, ...others] = plain.matchAll(/(\d+(?:\.\d+)?)\s*(\p{Script=Latin}+|\p{Script=Han}+)?/gu);
  if (!first || others.length > 0) return undefined;
  const number = Number(first[1]);
  const unit = (first[2] ?? "").toLowerCase().replace(/(?:起订?|以上)$/u, "");
  return Object.hasOwn(gramsByUnit, unit) ? { number, grams: number * gramsByUnit[unit]! } : undefined;
}

/** Finds minimum orders that are no amount, or whose weights differ between the languages although their numbers are equal. */
export function findMinimumOrderProblems(words: Partial<Record<Locale, FileData<object>>>): Problem[] {
  const orders = localeCodes.flatMap((locale) => {
    const data = words[locale];
    const { moq } = (data?.value ?? {}) as { moq?: string };
    return data && moq !== undefined ? [{ locale, data, moq }] : [];
  });
  const wrongAmounts = orders.flatMap(({ data, moq }) => {
    const message = findDecimalComma(moq) ?? findNoAmount(moq);
    return message ? [data.createProblem(["moq"], message)] : [];
  });
  return wrongAmounts.length > 0 ? wrongAmounts : findOtherWeights(orders);
}

/** Finds an amount alone that isn't above 0: `0 kg` or `-5 kg`. */
function findNoAmount(moq: string): string | undefined {
  const amount = /^([-−–]?\d+(?:\.\d+)?)\D*$/u.exec(moq.normalize("NFKC").trim())?.[1]?.replace(/^[−–]/, "-");
  return amount !== undefined && Number(amount) <= 0
    ? `${moq} is no amount: write a number above 0, such as 20 kg`
    : undefined;
}

/** Finds a weight with the same number in two languages, but with another unit: `20 g` and `20 kg`. */
function findOtherWeights(orders: readonly { locale: Locale; data: FileData<object>; moq: string }[]): Problem[] {
  const [first, ...others] = orders.flatMap((order) => {
    const weight = parseWeight(order.moq);
    return weight ? [{ ...order, ...weight }] : [];
  });
  return others
    .filter(({ number, grams }) => number === first!.number && grams !== first!.grams)
    .map(({ data, moq }) => {
      const message = `${moq} is another weight than ${first!.moq} in ${first!.locale}.md: is a unit wrong?`;
      return data.createProblem(["moq"], message);
    });
}
