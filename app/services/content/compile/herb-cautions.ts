import { localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { getContentTexts } from "../checks/messages.ts";
import { getHerbName } from "../files/content-herbs.ts";
import type { Herb } from "../files/content-source.ts";

type Ingredient = { herb: string; dose?: number };

type ListType = "conjunction" | "disjunction";

/** They are made once, because that takes long. */
const listFormats = Object.fromEntries(
  localeCodes.map((code) => {
    const create = (type: ListType) => new Intl.ListFormat(locales[code].dates, { type });
    return [code, { conjunction: create("conjunction"), disjunction: create("disjunction") }];
  }),
) as Record<Locale, Record<ListType, Intl.ListFormat>>;

type Row = { id: string; name: string; herb: Herb; dose: number | undefined };

/**
 * Sentences that follow from the herbs of a product or formula.
 * @param replaced herbs of whose cautions the page itself says more. Warnings aren't replaced.
 */
export function createHerbCautions(
  ingredients: readonly Ingredient[],
  herbs: ReadonlyMap<string, Herb>,
  replaced: readonly string[],
  locale: Locale,
) {
  const getText = getContentTexts(locale);
  const rows = ingredients.map(({ herb: id, dose }): Row => {
    return { id, name: getHerbName(herbs, id, locale), herb: herbs.get(id)!, dose };
  });
  const shown = rows.filter(({ id }) => !replaced.includes(id));
  const combinations = Map.groupBy(shown, ({ herb }) => {
    const others = herb.incompatible.filter((id) => rows.every((row) => row.id !== id));
    return listFormats[locale].disjunction.format(others.map((id) => getHerbName(herbs, id, locale)));
  });
  combinations.delete("");
  const say = (key: string, isMeant: (herb: Herb) => boolean) => sayOfHerbs(key, shown, isMeant, locale);
  const levels = ["very", "toxic", "slight"] as const;
  const safety = [
    ...levels.flatMap((level) => say(`toxic.${level}`, ({ toxic }) => toxic === level)),
    ...say("boilFirst", ({ boilFirst = false }) => boilFirst),
    ...shown.flatMap(({ name, herb: { caution } }) =>
      caution ? [getText("safety.own", { herb: name, caution: caution[locale] ?? Object.values(caution)[0] })] : [],
    ),
    ...Array.from(combinations, ([others, joined]) => {
      const names = joined.map(({ name }) => name);
      return getText("safety.incompatible", { herbs: listFormats[locale].disjunction.format(names), others });
    }),
    ...(["avoid", "caution"] as const).flatMap((level) => say(level, ({ pregnancy }) => pregnancy === level)),
  ];
  return {
    warnings: [...sayJoined(rows, locale), ...sayDoses("over", rows, (dose, { max }) => dose > max, locale)],
    doseNote: sayDoses("under", shown, (dose, { min }) => dose < min, locale)[0],
    safety,
    safetySource: safety.length > 0 ? getText("safety.source") : undefined,
  };
}

function sayOfHerbs(key: string, rows: readonly Row[], isMeant: (herb: Herb) => boolean, locale: Locale): string[] {
  const names = rows.filter(({ herb }) => isMeant(herb)).map(({ name }) => name);
  if (names.length === 0) return [];
  return [getContentTexts(locale)(`safety.${key}`, { herbs: listFormats[locale].conjunction.format(names) })];
}

/** Names the herbs of one formula that must not be combined. */
function sayJoined(rows: readonly Row[], locale: Locale): string[] {
  return rows.flatMap(({ herb, name }, index) =>
    rows
      .slice(0, index)
      .filter(({ id }) => herb.incompatible.includes(id))
      .map((other) => getContentTexts(locale)("safety.joined", { herb: other.name, other: name })),
  );
}

function sayDoses(
  key: "over" | "under",
  rows: readonly Row[],
  isMeant: (dose: number, range: NonNullable<Herb["dose"]>) => boolean,
  locale: Locale,
): string[] {
  const getText = getContentTexts(locale);
  const doses = rows.flatMap(({ name, dose, herb: { dose: range } }) =>
    range && dose !== undefined && isMeant(dose, range) ? [getText("safety.dose", { herb: name, dose, ...range })] : [],
  );
  return doses.length > 0 ? [getText(`safety.${key}`, { doses: listFormats[locale].conjunction.format(doses) })] : [];
}
