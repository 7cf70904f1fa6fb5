import { locales, type Locale } from "../../../i18n/locales.ts";
import { getContentTexts } from "../checks/messages.ts";
import type { Herb } from "../files/content-source.ts";

type Ingredient = { herb: string; dose?: number };

/** Words by which a text speaks of something itself, in any language. */
const topics = {
  pregnancy: /孕|妊娠|pregnan/i,
  toxic: /有毒|[小大]毒|毒性|toxic|poison/i,
  boiling: /先煎|久煎|boil|simmer/i,
};

/**
 * Sentences that follow from the herbs of a product or formula: what it must not be taken with, pregnancy, toxicity, and doses
 * outside the range of the pharmacopoeia. What the text of the item says itself isn't repeated.
 */
export function createHerbCautions(
  ingredients: readonly Ingredient[],
  herbs: ReadonlyMap<string, Herb>,
  text: string,
  locale: Locale,
) {
  const getText = getContentTexts(locale);
  const [all, any] = (["conjunction", "disjunction"] as const).map(
    (type) => new Intl.ListFormat(locales[locale].dates, { type }),
  );
  const getName = (id: string) => herbs.get(id)?.names[locale] ?? Object.values(herbs.get(id)?.names ?? {})[0] ?? id;
  const listNames = (id: string) => [...Object.values(herbs.get(id)?.names ?? {}), ...(herbs.get(id)?.aliases ?? [])];
  const lowerText = text.toLowerCase();
  const isNamed = (id: string) => listNames(id).some((name) => lowerText.includes(name.toLowerCase()));
  const rows = ingredients.map((row) => ({ ...row, facts: herbs.get(row.herb) }));
  const select = (isMeant: (herb: Partial<Herb>) => boolean, topic?: RegExp) =>
    rows
      .filter(({ herb, facts }) => isMeant(facts ?? {}) && !(topic?.test(text) && isNamed(herb)))
      .map(({ herb }) => getName(herb));
  const say = (key: string, names: readonly string[], list = all!) =>
    names.length > 0 ? [getText(`safety.${key}`, { herbs: list.format(names) })] : [];

  const own = new Set(rows.map(({ herb }) => herb));
  const combinations = rows.map(({ herb, facts }) => {
    const others = (facts?.incompatible ?? []).filter((id) => !own.has(id) && !isNamed(id));
    return { herb: getName(herb), others: any!.format(others.map(getName)) };
  });
  const outside = rows.flatMap(({ herb, dose, facts }) => {
    if (!facts?.dose || dose === undefined || (dose >= facts.dose.min && dose <= facts.dose.max)) return [];
    const { min, max } = facts.dose;
    const isSaid = isNamed(herb) && text.includes(`${min}–${max}`);
    return isSaid ? [] : [getText("safety.range", { herb: getName(herb), min, max })];
  });
  const inPregnancy = (level: Herb["pregnancy"]) =>
    topics.pregnancy.test(text) ? [] : select(({ pregnancy }) => pregnancy === level);
  const toxicity = (["very", "toxic", "slight"] as const).flatMap((level) =>
    say(
      `toxic.${level}`,
      select(({ toxic }) => toxic === level, topics.toxic),
    ),
  );
  return {
    doseNote: say("doses", outside)[0],
    safety: [
      ...toxicity,
      ...say(
        "boilFirst",
        select(({ boilFirst = false }) => boilFirst, topics.boiling),
      ),
      ...Array.from(Map.groupBy(combinations, ({ others }) => others)).flatMap(([others, joined]) => {
        const names = any!.format(joined.map(({ herb }) => herb));
        return others ? [getText("safety.incompatible", { herbs: names, others })] : [];
      }),
      ...say("avoid", inPregnancy("avoid"), any),
      ...say("caution", inPregnancy("caution"), any),
    ],
  };
}
