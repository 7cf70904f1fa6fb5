import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import type { Herb } from "#app/services/content/files/content-source.ts";
import { cookingMethods } from "#app/services/content/files/schemas/content-schema.ts";
import { createContentTranslator } from "#app/services/content/problems/messages.ts";
import { getHerbName } from "#app/services/content/reading/content-herbs.ts";
import { findText } from "#app/services/content/reading/locale-files.ts";

type ListType = "conjunction" | "disjunction";

/** Creating a list format is slow, so all are created once. */
const listFormats = Object.fromEntries(
  localeCodes.map((code) => {
    const create = (type: ListType) => new Intl.ListFormat(locales[code].dates, { type });
    return [code, { conjunction: create("conjunction"), disjunction: create("disjunction") }];
  }),
) as Record<Locale, Record<ListType, Intl.ListFormat>>;

/**
 * Returns the cautions of a product's or formula's herbs.
 * @param replaced herbs whose cautions, but not warnings, the page's own text replaces
 */
export function createHerbCautions(
  ingredients: readonly { herb: string; dose?: number }[],
  herbs: ReadonlyMap<string, Herb>,
  replaced: readonly string[],
  locale: Locale,
) {
  const getText = createContentTranslator(locale);
  const rows = ingredients.map(({ herb: id, dose }) => {
    return { id, name: getHerbName(herbs, id, locale), herb: herbs.get(id)!, dose };
  });
  const shownHerbs = rows.filter(({ id }) => !replaced.includes(id));
  const describeDoses = (key: string, herbRows: typeof rows, isOutside: (dose: number, range: Range) => boolean) => {
    const doses = herbRows.flatMap(({ name, dose, herb: { dose: range } }) =>
      range && dose !== undefined && isOutside(dose, range)
        ? [getText("safety.dose", { herb: name, dose, ...range })]
        : [],
    );
    return createHerbSentences(key, doses, locale);
  };
  const pairs = rows.flatMap(({ herb, name }, index) =>
    rows
      .slice(0, index)
      .filter(({ id }) => herb.incompatible.includes(id))
      .map((other) => getText("safety.joined", { herb: other.name, other: name })),
  );
  const safety = createSafety(shownHerbs, (id) => rows.every((row) => row.id !== id), herbs, locale);
  return {
    warnings: [...pairs, ...describeDoses("over", rows, (dose, { max }) => dose > max)],
    doseNote: describeDoses("under", shownHerbs, (dose, { min }) => dose < min)[0],
    safety,
    safetySource: safety.length > 0 ? getText("safety.source") : undefined,
  };
}

type Range = NonNullable<Herb["dose"]>;

const createHerbSentences = (key: string, herbs: readonly string[], locale: Locale) =>
  herbs.length > 0
    ? [createContentTranslator(locale)(`safety.${key}`, { herbs: listFormats[locale].conjunction.format(herbs) })]
    : [];

/** @param isMissing whether the formula lacks a herb. The caller warns of the incompatible herbs in the formula. */
function createSafety(
  rows: readonly { name: string; herb: Herb }[],
  isMissing: (id: string) => boolean,
  herbs: ReadonlyMap<string, Herb>,
  locale: Locale,
): string[] {
  const getText = createContentTranslator(locale);
  const { disjunction } = listFormats[locale];
  const describeHerbs = (key: string, isConcerned: (herb: Herb) => boolean) =>
    createHerbSentences(
      key,
      rows.filter(({ herb }) => isConcerned(herb)).map(({ name }) => name),
      locale,
    );
  const combinations = Map.groupBy(rows, ({ herb }) =>
    disjunction.format(herb.incompatible.filter(isMissing).map((id) => getHerbName(herbs, id, locale))),
  );
  combinations.delete("");
  const levels = ["very", "toxic", "slight"] as const;
  return [
    ...levels.flatMap((level) => describeHerbs(`toxic.${level}`, ({ toxic }) => toxic === level)),
    ...cookingMethods.flatMap((method) => describeHerbs(`cooking.${method}`, ({ cooking }) => cooking === method)),
    ...rows.flatMap(({ name, herb: { caution } }) =>
      caution ? [getText("safety.own", { herb: name, caution: findText(caution, locale) })] : [],
    ),
    ...Array.from(combinations, ([others, joinedHerbs]) =>
      getText("safety.incompatible", { herbs: disjunction.format(joinedHerbs.map(({ name }) => name)), others }),
    ),
    ...(["avoid", "caution"] as const).flatMap((level) => describeHerbs(level, ({ pregnancy }) => pregnancy === level)),
  ];
}
