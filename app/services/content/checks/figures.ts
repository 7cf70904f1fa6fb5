import type { Locale } from "#app/i18n/locales.ts";
import { getNumberPattern, parseNumber } from "./number-words.ts";

/** A number in a text. */
export type Figure = {
  text: string;
  index: number;
  value: number;
  /** Dimension of the unit, if any. */
  dimension: string | undefined;
  /** Value in the unit of factor 1. */
  amount: number;
  /** Whether the number is vague, such as 六成多 or "a third". It may match another figure, and is never reported. */
  isVague: boolean;
};

export type Figures = { text: string; figures: Figure[] };

/** Units by dimension and factor, separated by commas. */
const units: Record<string, Record<number, string>> = {
  percent: { 1: "%,per cent,percent", 10: "成,in ten,out of ten" },
  temperature: { 1: "°C,摄氏度,degrees Celsius" },
  concentration: { 1: "mg/kg,ppm", 0.001: "μg/kg" },
  flow: { 1: "ml/min" },
  rotation: { 1: "r/min,rpm" },
  mass: { 0.001: "mg,毫克", 1: "g,克,gram", 500: "斤,jin", 1e3: "kg,千克,公斤,kilogram,kilo", 1e6: "吨,tonne" },
  volume: { 1: "ml,毫升,millilitre", 1e3: "L,升,litre" },
  length: {
    0.001: "μm",
    1: "mm,毫米,millimetre",
    10: "cm,厘米,centimetre",
    1e3: "m,米,metre",
    1e6: "km,公里,kilometre",
  },
  time: { 1: "minute,min,分钟", 60: "hour,h,小时,个小时", 1440: "day,天", 10080: "week,周,个星期" },
  duration: { 1: "month,个月", 12: "year,年" },
  money: { 1: "yuan,元" },
  area: { 1: "mu,亩", 15: "hectare,公顷" },
  mesh: { 1: "mesh,目" },
  month: { 1: "月" },
  count: { 1: "首,批,户,家,处,份,种,名,例,台,项" },
};

const unitTable = new Map(
  Object.entries(units).flatMap(([dimension, names]) =>
    Object.entries(names).flatMap(([factor, list]) =>
      list.split(",").map((name) => [name, { dimension, factor: Number(factor) }] as const),
    ),
  ),
);

const unitNames = Array.from(unitTable.keys(), (name) =>
  /[a-z]$/i.test(name) ? `${name}s?(?![A-Za-z/])` : `${name}(?!代)`,
);
const unitPattern = new RegExp(
  `([多余几来]?)[ -]?(${unitNames.sort((one, other) => other.length - one.length).join("|")})(半?)`,
  "uy",
);

/** Matches the text between a range's numbers. */
const rangePattern = /^(?: ?(?:°C|%))? ?(?:[–—~至到、,-]|to|or|and|或) ?$/;

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString("en", { month: "long" }),
);
const monthPattern = new RegExp(`\\b(?:${monthNames.join("|")})\\b`, "g");

/** Minimum count to compare; smaller numbers are often mere words, such as “one”. */
const minCount = 10;

/** Matches link targets, URLs and item numbers, whose digits aren't figures. */
const nonFigurePattern = /\]\([^()\n]{0,300}\)|https?:\/\/\S{1,300}|\b[A-Z]{2,9}[-\d]{1,30}/g;

/** Finds a text's figures. Their positions refer to the normalised text, which has the same lines. */
export function readFigures(source: string, locale: Locale): Figures {
  const text = source.normalize("NFKC").replace(nonFigurePattern, (part) => " ".repeat(part.length));
  const numbers = Array.from(text.matchAll(getNumberPattern(locale)), ({ 0: word, index }) => {
    const end = index + word.length;
    unitPattern.lastIndex = end;
    const [found = "", about = "", name = "", half = ""] = unitPattern.exec(text) ?? [];
    const { value, isVague } = parseNumber(word, locale);
    return {
      index,
      end,
      text: word + found,
      value: round(half ? value + 0.5 : value),
      unit: unitTable.get(name) ?? unitTable.get(name.replace(/s$/, "")),
      isVague: isVague || about !== "" || text[index - 1] === "第",
    };
  });
  for (const [index, next] of Array.from(numbers.entries()).reverse()) {
    const previous = numbers[index - 1];
    if (previous && !previous.unit && rangePattern.test(text.slice(previous.end, next.index)))
      previous.unit = next.unit;
  }
  const figures = numbers.map(({ unit, ...number }): Figure => {
    const { value, isVague } = number;
    const isYear = value % 1 === 0 && value > 1000 && value < 2100 && (unit ? unit.dimension === "duration" : !isVague);
    if (isYear) return { ...number, dimension: "year", amount: value };
    // In English any noun may follow a number, so a number without a unit is a count.
    const isCount = locale === "en" && !isVague && value >= minCount;
    const { dimension, factor } = unit ?? { dimension: isCount ? "count" : undefined, factor: 1 };
    return { ...number, dimension, amount: round(value * factor) };
  });
  const months = Array.from(locale === "en" ? text.matchAll(monthPattern) : [], ({ 0: name, index }): Figure => {
    const value = monthNames.indexOf(name) + 1;
    return { text: name, index, value, amount: value, dimension: "month", isVague: false };
  });
  return { text, figures: [...figures, ...months] };
}

const round = (value: number) => Number(value.toPrecision(6));

/**
 * Finds figures that another text lacks. The other text's counts and unitless numbers match equal numbers of any
 * dimension.
 */
export function findMissingFigures({ figures }: Figures, { figures: others }: Figures): Figure[] {
  const getKey = ({ dimension, amount }: Figure) => `${dimension} ${amount}`;
  const keys = new Set(others.map(getKey));
  const bare = others.filter(({ dimension }) => dimension === undefined || dimension === "count");
  const numbers = new Set(bare.map(({ value }) => value));
  return figures.filter(
    (figure) =>
      !figure.isVague &&
      figure.dimension !== undefined &&
      !keys.has(getKey(figure)) &&
      !numbers.has(figure.value) &&
      !numbers.has(figure.amount),
  );
}
