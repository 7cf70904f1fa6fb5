import { localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { getContentTexts } from "../checks/messages.ts";
import { getHerbName } from "../files/content-herbs.ts";
import type { Herb } from "../files/content-source.ts";

type Ingredient = { herb: string; dose?: number };

/** Words by which a text itself speaks of something, in any language. */
const topics = {
  pregnancy: /孕|妊娠|pregnan/i,
  toxic: /有毒|[小大]毒|毒性|toxic|poison/i,
  boiling: /先煎|久煎|boil|simmer/i,
};

type ListType = "conjunction" | "disjunction";

/** They are made once, because that takes long. */
const listFormats = Object.fromEntries(
  localeCodes.map((code) => {
    const create = (type: ListType) => new Intl.ListFormat(locales[code].dates, { type });
    return [code, { conjunction: create("conjunction"), disjunction: create("disjunction") }];
  }),
) as Record<Locale, Record<ListType, Intl.ListFormat>>;

/** Sentences that follow from the herbs of a product or formula. What `text` of the item says itself isn't repeated. */
export function createHerbCautions(
  ingredients: readonly Ingredient[],
  herbs: ReadonlyMap<string, Herb>,
  text: string,
  locale: Locale,
): { doseNote: string | undefined; safety: string[] } {
  const getText = getContentTexts(locale);
  const join = (names: string[], type: ListType) => listFormats[locale][type].format(names);
  const lowerText = text.toLowerCase();
  const isNamed = ({ names, aliases }: Herb) =>
    [...Object.values(names), ...aliases].some((name) => lowerText.includes(name.toLowerCase()));
  const rows = ingredients.map(({ herb: id, dose }) => {
    const herb = herbs.get(id)!;
    return { id, herb, dose, name: getHerbName(herbs, id, locale), isNamed: isNamed(herb) };
  });
  const say = (key: string, isMeant: (herb: Herb) => boolean, topic?: RegExp) => {
    const named = rows.filter((row) => isMeant(row.herb) && !(row.isNamed && topic?.test(text)));
    const names = named.map(({ name }) => name);
    return names.length > 0 ? [getText(`safety.${key}`, { herbs: join(names, "conjunction") })] : [];
  };
  const ranges = rows.flatMap(({ name, herb: { dose: range }, dose, ...row }) => {
    if (!range || dose === undefined || (dose >= range.min && dose <= range.max)) return [];
    const isSaid = row.isNamed && text.includes(`${range.min}–${range.max}`);
    return isSaid ? [] : [getText("safety.range", { herb: name, ...range })];
  });
  const combinations = Map.groupBy(rows, ({ herb: { incompatible } }) => {
    const others = incompatible.filter((id) => rows.every((row) => row.id !== id) && !isNamed(herbs.get(id)!));
    return join(
      others.map((id) => getHerbName(herbs, id, locale)),
      "disjunction",
    );
  });
  combinations.delete("");
  const levels = ["very", "toxic", "slight"] as const;
  return {
    doseNote: ranges.length > 0 ? getText("safety.doses", { ranges: join(ranges, "conjunction") }) : undefined,
    safety: [
      ...levels.flatMap((level) => say(`toxic.${level}`, ({ toxic }) => toxic === level, topics.toxic)),
      ...say("boilFirst", ({ boilFirst = false }) => boilFirst, topics.boiling),
      ...Array.from(combinations, ([others, joined]) => {
        const names = joined.map(({ name }) => name);
        return getText("safety.incompatible", { herbs: join(names, "disjunction"), others });
      }),
      ...(topics.pregnancy.test(text)
        ? []
        : (["avoid", "caution"] as const).flatMap((level) => say(level, ({ pregnancy }) => pregnancy === level))),
    ],
  };
}
