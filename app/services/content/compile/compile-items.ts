import { defaultLocale, localeCodes, locales, rankLocales, type Locale } from "#app/i18n/locales.ts";
import { getKindRow, type Kind } from "#app/services/api/contract/kinds.ts";
import { plateSize } from "#app/services/api/contract/pictures.ts";
import type {
  ContentSource,
  Herb,
  SourceCategory,
  SourceItem,
  SourcePage,
} from "#app/services/content/files/content-source.ts";
import { createPhotoImage, getPlatePath, hasPlate, type ItemPhotos } from "#app/services/content/files/photo.ts";
import type { Facts } from "#app/services/content/files/schemas/content-schema.ts";
import { getAlt, normalizeReference, type PhotoDescriptions } from "#app/services/content/photos/item-photos.ts";
import { createContentTranslator } from "#app/services/content/problems/messages.ts";
import { getHerbName, needsPrescription } from "#app/services/content/reading/content-herbs.ts";
import { createItemNames } from "#app/services/content/search/names.ts";
import type { Reading } from "#app/services/content/search/pinyin.ts";
import type { CompiledItem } from "./compiled-item.ts";
import { createHerbCautions } from "./herb-cautions.ts";

export function compileItem(source: ContentSource, item: SourceItem, readings: readonly Reading[]): CompiledItem[] {
  const { kind, id, facts } = item;
  return localeCodes.map((locale) => ({
    kind,
    locale,
    id,
    date: facts.date,
    cat: facts.cat,
    ...createItemData(source, item, locale),
    names: createItemNames(item, locale, readings),
    facts,
  }));
}

export function compilePage({ herbs }: ContentSource, page: SourcePage, readings: readonly Reading[]): CompiledItem[] {
  const { id, facts, photos, translations } = page;
  const cover = facts.cover ?? facts.plate;
  const languages = listLanguages(translations);
  return localeCodes.map((locale) => {
    const shownLocale = findShownLocale(translations, locale);
    const { words, renderHtml, attachments } = translations[shownLocale]!;
    const row = {
      id,
      title: words.title,
      summary: words.summary,
      ...(cover !== undefined && { cover: createImage(cover, photos, words.alt, herbs, shownLocale) }),
      path: facts.path,
      updatedAt: facts.updated,
      languages,
      ...(shownLocale !== locale && { lang: locales[shownLocale].language }),
    };
    const info = { body: renderHtml(), attachments, seo: words.seo };
    const names = createItemNames(page, locale, readings);
    return { kind: "page", locale, id, date: facts.updated, cat: "", row, info, names, facts };
  });
}

function listLanguages(translations: Partial<Record<Locale, unknown>>): string[] {
  return localeCodes.filter((code) => translations[code]).map((code) => locales[code].language);
}

export function findShownLocale(translations: Partial<Record<Locale, unknown>>, locale: Locale): Locale {
  return rankLocales(locale).find((code) => translations[code])!;
}

function createItemData(source: ContentSource, item: SourceItem, locale: Locale) {
  const { kind, id, facts, translations } = item;
  const shownLocale = findShownLocale(translations, locale);
  const { words, renderHtml, attachments } = translations[shownLocale]!;
  const { title, summary, tags, seo } = words;
  const languages = listLanguages(translations);
  const { cat, date, updated, gallery, related } = facts;
  const cover = facts.cover ?? facts.plate;
  const { herb, ...ownFacts } = facts as { herb?: string; species?: string };
  // If the cover is a photo, the gallery gets the plate of the product's herb.
  const plates = facts.cover !== undefined && herb !== undefined && hasPlate(herb) ? [herb] : [];
  const createItemImage = (name: string) => createImage(name, item.photos, words.alt, source.herbs, shownLocale);
  const { species } = (herb === undefined ? undefined : source.herbs.get(herb)) ?? {};
  const kindFields = createKindFields(kind, { species, ...ownFacts, ...words }, source.herbs, shownLocale);
  const row = {
    id,
    title,
    names: createShownNames(item, source.herbs),
    summary,
    ...(cover !== undefined && { cover: createItemImage(cover) }),
    cat: createCategory(source, kind, cat, locale),
    date,
    updatedAt: updated,
    tags,
    ...(languages.length < localeCodes.length && { languages }),
    ...(shownLocale !== locale && { lang: locales[shownLocale].language }),
    ...createMarks(item, source.herbs),
    ...Object.fromEntries(kindFields.filter(([name]) => isInLists(kind, name))),
  };
  const info = {
    ...Object.fromEntries(kindFields),
    body: renderHtml(),
    gallery: [...new Set([...gallery, ...plates])].map(createItemImage),
    attachments,
    related,
    seo,
    ...createCautions(item, source.herbs, shownLocale),
  };
  return { row, info };
}

/** Lists a formula's or a product's herbs. */
function listHerbs({ facts }: SourceItem): { herb: string; dose?: number }[] {
  const { herb, forms = [], ingredients } = facts as Partial<Facts<"product"> & Facts<"prescription">>;
  return ingredients ?? [herb, ...forms].flatMap((id) => (id === undefined ? [] : { herb: id }));
}

/** Marks an item with a herb that needs a prescription, a formula with a forbidden pair, and a dose above the range. */
function createMarks(item: SourceItem, herbs: ReadonlyMap<string, Herb>) {
  const rows = listHerbs(item);
  const mark = item.kind === "prescription" ? "prescriptionOnly" : "licensedBuyersOnly";
  return {
    ...(rows.some(({ herb }) => needsPrescription(herbs.get(herb)!)) && { [mark]: true }),
    ...(item.kind === "prescription" && hasForbiddenPair(rows, herbs) && { forbiddenPair: true }),
    ...(rows.some(({ herb, dose = 0 }) => dose > (herbs.get(herb)!.dose?.max ?? Infinity)) && { overRange: true }),
  };
}

const hasForbiddenPair = (rows: readonly { herb: string }[], herbs: ReadonlyMap<string, Herb>): boolean =>
  rows.some(({ herb }) => herbs.get(herb)!.incompatible.some((id) => rows.some((other) => other.herb === id)));

function createCautions(item: SourceItem, herbs: ReadonlyMap<string, Herb>, locale: Locale) {
  const { replacesCautions = [] } = item.facts as Partial<Facts<"product">>;
  const rows = listHerbs(item);
  return rows.length > 0 ? createHerbCautions(rows, herbs, replacesCautions, locale) : {};
}

/** Lists the names of a herb or a formula by language, with Pinyin and Latin after the Chinese one. */
function createShownNames({ facts, translations }: SourceItem, herbs: ReadonlyMap<string, Herb>) {
  const { herb: id, ...formula } = facts as { herb?: string; pinyin?: string; latin?: string };
  const herb = id === undefined ? undefined : herbs.get(id);
  const { pinyin, latin } = herb ?? formula;
  if (!pinyin && !latin) return undefined;
  const getName = (locale: Locale) => (herb ? herb.names[locale] : translations[locale]?.words.title);
  const [first, ...others] = localeCodes.map((code) => ({ text: getName(code), lang: locales[code].language }));
  const scientific = [
    { text: pinyin, lang: "zh-Latn-pinyin" },
    { text: latin, lang: "la" },
  ];
  return [first!, ...scientific, ...others].filter(({ text }) => text !== undefined);
}

function isInLists(kind: Kind, name: string): boolean {
  const { isShownOnCards, isOnSheet } = getKindRow(kind).fields[name]!;
  return Boolean(isShownOnCards ?? isOnSheet);
}

type SourceIngredient = { herb: string; dose: number; role: string };

/**
 * Returns an ingredient's name. In English it is like a product's title, for example `Huang qi (astragalus root)`. A
 * herb's id is its Pinyin.
 */
function createIngredientName(herbs: ReadonlyMap<string, Herb>, id: string, locale: Locale): string {
  const name = herbs.get(id)!.names[locale];
  if (locale === defaultLocale || !name) return getHerbName(herbs, id, locale);
  return `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll("-", " ")} (${name})`;
}

function createKindFields(
  kind: Kind,
  source: Readonly<Record<string, unknown>>,
  herbs: ReadonlyMap<string, Herb>,
  locale: Locale,
): [name: string, value: unknown][] {
  const getText = createContentTranslator(locale);
  const createIngredient = ({ herb, dose, role }: SourceIngredient) => {
    // On reading, the index replaces the field `herb` with the herb's product.
    const facts = herbs.get(herb)!;
    const { latin, names, cooking } = facts;
    const text = locale === defaultLocale ? undefined : names[defaultLocale];
    const ownNames = text === undefined ? [] : [{ text, lang: locales[defaultLocale].language }];
    return {
      herb,
      name: createIngredientName(herbs, herb, locale),
      names: ownNames,
      latin,
      dose,
      unit: "g",
      role,
      ...(cooking && { cooking: getText(`values.${cooking}`) }),
      ...(needsPrescription(facts) && { prescriptionOnly: true }),
    };
  };
  return Object.entries(getKindRow(kind).fields).map(([name, { format }]) => [
    name,
    format === "composition" ? (source[name] as SourceIngredient[]).map(createIngredient) : source[name],
  ]);
}

function createCategory(source: ContentSource, kind: Kind, slug: string, locale: Locale) {
  const category = source.categories[kind].find((one) => one.slug === slug)!;
  const { summary: _, ...words } = getCategoryWords(category, locale);
  return { slug, ...words };
}

export function getCategoryWords({ title, summary }: SourceCategory, locale: Locale) {
  const shown = findShownLocale(title, locale);
  return { title: title[shown]!, summary: summary[shown]!, ...(shown !== locale && { lang: locales[shown].language }) };
}

function createImage(
  name: string,
  photos: ItemPhotos,
  alt: PhotoDescriptions,
  herbs: ReadonlyMap<string, Herb>,
  locale: Locale,
) {
  const photo = photos.get(normalizeReference(name));
  if (photo) return { ...createPhotoImage(photo), alt: getAlt(alt, name) };
  const description = herbs.has(name) ? getHerbName(herbs, name, locale) : getAlt(alt, name);
  return { src: getPlatePath(name), ...plateSize, alt: description };
}
