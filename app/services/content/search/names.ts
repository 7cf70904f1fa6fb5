import { localeCodes, rankLocales, type Locale } from "#app/i18n/locales.ts";
import type { Herb } from "#app/services/content/files/content-source.ts";
import { alignReading, toSyllables, type Reading } from "./pinyin.ts";

export type NameGroup = string[];

/**
 * Names by which the search finds an item. `phonetic`: Pinyin, which a hit contains only if it or the initials match.
 * `initials`: only for a title that is one short name.
 */
export type IndexedNames = { titles: string[]; others: string[]; phonetic: string[]; initials?: string };

export function createNameGroups(
  herbs: ReadonlyMap<string, Herb>,
  synonyms: readonly NameGroup[],
  readings: readonly Reading[],
): NameGroup[] {
  const herbNames = Array.from(herbs, ([id, herb]) => {
    const genusAndSpecies = herb.species.split(" ").slice(0, 2).join(" ");
    const names = [...localeCodes.flatMap((locale) => herb.names[locale] ?? []), ...herb.aliases];
    const pinyinNames = names
      .filter((name) => /^\p{Script=Han}+$/u.test(name))
      .map((name) => toSyllables(name, readings).join(" "));
    const latin = [herb.latin, ...reorderLatin(herb.latin)];
    // A herb's id is its Pinyin without tones, so it is also a name.
    return [...new Set([...names, id.replaceAll("-", " "), ...pinyinNames, ...latin, genusAndSpecies])];
  });
  return [...herbNames, ...synonyms];
}

const partOfPlant =
  "Radix|Rhizoma|Bulbus|Cortex|Caulis|Ramulus|Folium|Flos|Fructus|Semen|Pericarpium|Herba|Spica|Lignum";
const latinNamePattern = new RegExp(`^(.+?) ((${partOfPlant})(?: et (?:${partOfPlant}))?)$`);

/** Reorders a Latin name as in older pharmacopoeias: `Radix Astragali` for `Astragali Radix`. */
function reorderLatin(latin: string): string[] {
  const [, plant, parts, firstPart] = latinNamePattern.exec(latin) ?? [];
  return plant ? [...new Set([`${parts} ${plant}`, `${firstPart} ${plant}`])] : [];
}

/** Creates the readings, the shortest first, so that a longer name's reading overrides a shorter name's. */
export function createHerbReadings(herbs: ReadonlyMap<string, Herb>): Reading[] {
  return Array.from(herbs)
    .flatMap(([id, herb]) =>
      localeCodes.flatMap((locale) => alignReading(herb.names[locale] ?? "", herb.pinyin ?? id) ?? []),
    )
    .sort((a, b) => a.characters.length - b.characters.length);
}

/** Returns the names in a title: `Huang qi (astragalus root)` has three. */
function splitTitle(title: string): string[] {
  const outside = title.replace(/[(（][^()（）]*[)）]/g, "").trim();
  const inside = Array.from(title.matchAll(/[(（]([^()（）]+)[)）]/g), ([, part]) => part!);
  return [...new Set([title, outside, ...inside])].filter(Boolean);
}

const maxNameLength = 12;

type NamedItem = { facts: object; translations: Partial<Record<Locale, { words: { title: string } }>> };

export function createItemNames(
  { facts, translations }: NamedItem,
  locale: Locale,
  readings: readonly Reading[],
): IndexedNames {
  const { latin, pinyin, sku } = facts as { latin?: string; pinyin?: string; sku?: string };
  const titles = localeCodes.flatMap((code) => translations[code]?.words.title ?? []);
  const title = translations[rankLocales(locale).find((code) => translations[code])!]!.words.title;
  const chinese = [...new Set(titles.flatMap((one) => one.match(/\p{Script=Han}+/gu) ?? []))];
  const titleReadings = pinyin === undefined ? [] : chinese.flatMap((run) => alignReading(run, pinyin) ?? []);
  const syllables = chinese.map((run) => toSyllables(run, [...readings, ...titleReadings]));
  const isName = syllables.length === 1 && syllables[0]!.length > 1 && syllables[0]!.length <= maxNameLength;
  return {
    titles: splitTitle(title),
    others: [
      ...titles.filter((one) => one !== title).flatMap((one) => splitTitle(one).toReversed()),
      ...[pinyin, latin, ...reorderLatin(latin ?? ""), sku].filter((name) => name !== undefined),
    ],
    phonetic: syllables.map((run) => run.join(" ")),
    ...(isName && { initials: syllables[0]!.map((syllable) => syllable[0]).join("") }),
  };
}
