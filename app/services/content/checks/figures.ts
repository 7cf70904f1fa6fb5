import type { Locale } from "#app/i18n/locales.ts";
import { toGrams } from "#app/services/api/contract/amounts/quantity.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";

/** A measure or a year in a text. `amount`: in the dimension's base unit. */
export type Figure = { text: string; index: number; dimension: string; amount: number };

export type TextFigures = { text: string; figures: Figure[] };

const millimetres: Record<string, number> = { mm: 1, 毫米: 1, cm: 10, 厘米: 10, m: 1000, 米: 1000 };

const minutes: Record<string, number> = {
  min: 1,
  minute: 1,
  minutes: 1,
  分钟: 1,
  h: 60,
  hour: 60,
  hours: 60,
  小时: 60,
};

const scales: Record<string, number> = { 万: 1e4, 亿: 1e8 };

const numberSource = String.raw`(?<![A-Za-z\d-]|\d[.,])\d{1,3}(?:,\d{3})+(?:\.\d{1,6})?|(?<![A-Za-z\d-]|\d[.,])\d{1,9}(?:\.\d{1,6})?`;

/** Matches a number, or a range, with a unit in symbols or Chinese. */
const measurePattern = new RegExp(
  String.raw`(${numberSource})(?: ?(?:%|°C)? ?(?:[–—~至到-]|to|and) ?(\d{1,9}(?:\.\d{1,6})?))? ?([万亿])?[ -]?(%|°C|[mk]?g|[mc]?m|${Object.keys(minutes).toReversed().join("|")}|毫克|千克|公斤|克|毫米|厘米|米)(?![A-Za-z/])`,
  "gu",
);

const yearPatterns: Partial<Record<Locale, RegExp>> = {
  cn: /(?<!\d)[12]\d{3}(?= ?年(?!代))/g,
  en: /(?<![\d-]|\d[.,])(?:1\d{3}|20\d{2})(?![\d%–-]|[.,]\d| ?(?:°C|[mk]?g|[mc]?m)\b|s\b)/g,
};

/** Matches link targets, URLs and item numbers, whose digits aren't figures. */
const nonFigurePattern = /\]\([^()\n]{0,300}\)|https?:\/\/\S{1,300}|\b[A-Z]{2,9}[-\d]{1,30}/g;

/** Finds a text's figures. Their positions refer to the normalised text, which has the same lines. */
export function readFigures(source: string, locale: Locale): TextFigures {
  const text = normaliseUnicode(source, "NFKC").replace(nonFigurePattern, (part) => " ".repeat(part.length));
  const measures = Array.from(text.matchAll(measurePattern)).flatMap(
    ({ 0: found, 1: first, 2: last, 3: scale = "", 4: unit, index }) =>
      [first, last].flatMap((number) => {
        if (number === undefined) return [];
        const value = Number(number.replaceAll(",", "")) * (scales[scale] ?? 1);
        return [{ text: found, index, ...measure(value, unit!) }];
      }),
  );
  const years = Array.from(text.matchAll(yearPatterns[locale] ?? /(?!)/g), ({ 0: year, index }) => {
    return { text: year, index, dimension: "year", amount: Number(year) };
  });
  return { text, figures: [...measures, ...years] };
}

function measure(value: number, unit: string): Pick<Figure, "dimension" | "amount"> {
  const [length, time, grams] = [millimetres[unit], minutes[unit], toGrams(value, unit)];
  const round = (amount: number) => Number(amount.toPrecision(6));
  if (length !== undefined) return { dimension: "length", amount: round(value * length) };
  if (time !== undefined) return { dimension: "time", amount: round(value * time) };
  return grams === undefined ? { dimension: unit, amount: value } : { dimension: "mass", amount: round(grams) };
}

/** Finds figures that another text lacks. */
export function findMissingFigures({ figures }: TextFigures, { figures: others }: TextFigures): Figure[] {
  const getKey = ({ dimension, amount }: Figure) => `${dimension} ${amount}`;
  const keys = new Set(others.map(getKey));
  return figures.filter((figure) => !keys.has(getKey(figure)));
}
