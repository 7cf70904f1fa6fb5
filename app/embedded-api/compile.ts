import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { getKindRow, type Kind } from "../contract/kinds.ts";
import { locales, localeCodes, type Locale } from "../i18n/locales.ts";
import { createProductTitles, insertBatch } from "./compile-batches.ts";
import type { CategoryWords, ContentSource, Herb, SourceItem, SourcePage } from "./content-source.ts";
import { insertIncoming } from "./incoming.ts";
import { createImage, getHerbName } from "./item-images.ts";
import { prepareOnce } from "./prepare-once.ts";
import { normalizeAddress } from "./redirects.ts";
import { numberItems, type ScopeKey } from "./number-items.ts";
import { createHerbReadings, createItemNames, createNameGroups } from "./search/names.ts";
import type { Reading } from "./search/pinyin.ts";
import { searchIndexes, searchSchema, SearchWriter } from "./search/search-writer.ts";

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  -- One row for each item, plain page or batch in each language. The newest has the lowest rowid, so results of a search are in order.
  CREATE TABLE item (rowid INTEGER PRIMARY KEY, kind TEXT, locale TEXT, id TEXT, row TEXT, info TEXT, names TEXT);
  CREATE TEMP TABLE incoming (kind TEXT, locale TEXT, id TEXT, date TEXT, title TEXT, cat TEXT, row TEXT, info TEXT, names TEXT, body TEXT, opens INTEGER, closes INTEGER);
  -- A scope has all items of a kind in a language, or those of one category and the categories below it.
  CREATE TABLE scope (id INTEGER PRIMARY KEY, kind TEXT, locale TEXT, slug TEXT, total INTEGER DEFAULT 0, UNIQUE (kind, locale, slug));
  -- Positions in each order, from 0.
  CREATE TABLE member (scope INTEGER, newest INTEGER, title INTEGER, item INTEGER, PRIMARY KEY (scope, newest)) WITHOUT ROWID;
  -- Items with a limited visibility: visible from opens until before closes, in milliseconds since the epoch.
  CREATE TABLE scheduled (item INTEGER PRIMARY KEY, opens INTEGER, closes INTEGER);
  CREATE TABLE redirect (path TEXT, locale TEXT, target TEXT, PRIMARY KEY (path, locale)) WITHOUT ROWID;
  CREATE TABLE document (name TEXT, locale TEXT, data TEXT, PRIMARY KEY (name, locale)) WITHOUT ROWID;
  ${searchSchema}
`;

const indexes = `
  CREATE UNIQUE INDEX item_by_id ON item (kind, locale, id);
  CREATE UNIQUE INDEX member_by_title ON member (scope, title, item);
  CREATE UNIQUE INDEX member_of_item ON member (item, scope, title);
  CREATE INDEX scheduled_opens ON scheduled (opens);
  CREATE INDEX scheduled_closes ON scheduled (closes);
  DROP TABLE incoming;
  ${searchIndexes}
  ANALYZE;
`;

/** Compiles content into an SQLite file with indexes. Replaces an existing `file`. */
export function compileContent(source: ContentSource, file: string): void {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  try {
    database.exec(schema);
    database.exec("BEGIN");
    const scopes = insertScopes(database, source);
    const readings = createHerbReadings(source.herbs);
    const products = createProductTitles(source.batches);
    for (const item of source.items) {
      insertItem(database, source, item, readings);
      products.add(item);
    }
    for (const page of source.pages) insertPage(database, source, page, readings);
    for (const batch of source.batches) insertBatch(database, batch, products.get(batch.facts.product));
    const writer = new SearchWriter(database);
    writer.addSynonyms(createNameGroups(source.herbs, source.synonyms, readings));
    numberItems(database, scopes, writer);
    writer.finish();
    insertDocuments(database, source);
    insertRedirects(database, source);
    database.exec("COMMIT");
    database.exec(indexes);
  } finally {
    database.close();
  }
}

function insertScopes(database: DatabaseSync, source: ContentSource): Map<ScopeKey, number> {
  const ids = new Map<ScopeKey, number>();
  const insert = prepareOnce(database, "INSERT INTO scope (kind, locale, slug) VALUES (?, ?, ?) RETURNING id");
  for (const kind of Object.keys(source.categories) as Kind[]) {
    for (const locale of localeCodes) {
      for (const slug of ["", ...Object.keys(getCategoryWords(source, kind, locale))]) {
        ids.set(`${kind} ${locale} ${slug}`, (insert.get(kind, locale, slug) as { id: number }).id);
      }
    }
  }
  const add = (kind: "page" | "batch", locale: Locale, slug: string) =>
    ids.set(`${kind} ${locale} ${slug}`, (insert.get(kind, locale, slug) as { id: number }).id);
  const products = new Set(source.batches.map(({ facts }) => facts.product));
  for (const locale of localeCodes) {
    add("page", locale, "");
    for (const slug of ["", ...products]) add("batch", locale, slug);
  }
  return ids;
}

const categoryWordsCache = new WeakMap<object, Map<Locale, CategoryWords>>();

/** Returns the texts of all categories of a kind, in another language if `locale` has none. */
function getCategoryWords(source: ContentSource, kind: Kind, locale: Locale): CategoryWords {
  const tables = source.categories[kind];
  const wordsByLocale = categoryWordsCache.get(tables) ?? new Map<Locale, CategoryWords>();
  categoryWordsCache.set(tables, wordsByLocale);
  const words = wordsByLocale.get(locale) ?? mergeWords(tables, locale);
  wordsByLocale.set(locale, words);
  return words;
}

function mergeWords(tables: Partial<Record<Locale, CategoryWords>>, locale: Locale): CategoryWords {
  const others = localeCodes.filter((code) => code !== locale).map((code) => tables[code]);
  return Object.assign({}, ...others.reverse(), tables[locale]) as CategoryWords;
}

function insertItem(
  database: DatabaseSync,
  source: ContentSource,
  item: SourceItem,
  readings: readonly Reading[],
): void {
  const { kind, id, facts } = item;
  for (const locale of localeCodes) {
    const { row, info, body } = createItemData(source, item, locale);
    const names = createItemNames(item, locale, readings);
    insertIncoming(database, { kind, locale, id, date: facts.date, cat: facts.cat, row, info, names, body, facts });
  }
}

/** Inserts a plain page as an item of the kind `page` without a category. */
function insertPage(
  database: DatabaseSync,
  { herbs }: ContentSource,
  page: SourcePage,
  readings: readonly Reading[],
): void {
  const { id, facts, photos, translations } = page;
  const cover = facts.cover ?? facts.plate;
  const languages = listLanguages(translations);
  for (const locale of localeCodes) {
    const shownLocale = translations[locale] ? locale : getFirstLocale(translations);
    const { words, html, attachments } = translations[shownLocale]!;
    const row = {
      id,
      title: words.title,
      summary: words.summary,
      ...(cover !== undefined && { cover: createImage(cover, photos, words.alt, herbs, shownLocale) }),
      updatedAt: facts.updated,
      languages,
      ...(shownLocale !== locale && { lang: locales[shownLocale].language }),
    };
    const info = { body: html, attachments, seo: words.seo };
    const names = createItemNames(page, locale, readings);
    const body = toPlainText(html);
    insertIncoming(database, { kind: "page", locale, id, date: facts.updated, cat: "", row, info, names, body, facts });
  }
}

/** Lists the languages (BCP 47) of the translations. */
function listLanguages(translations: Partial<Record<Locale, unknown>>): string[] {
  return localeCodes.filter((code) => translations[code]).map((code) => locales[code].language);
}

function toPlainText(html: string): string {
  return html.replace(/<[^<>]*>/g, " ");
}

/** Creates what `list` and `info` return for an item, and the text that the search gives the lowest weight. */
function createItemData(source: ContentSource, item: SourceItem, locale: Locale) {
  const { kind, id, facts, translations } = item;
  const shownLocale = localeCodes.find((code) => code === locale && translations[code]) ?? getFirstLocale(translations);
  const { words, html, attachments } = translations[shownLocale]!;
  const { title, summary, tags, seo } = words;
  const languages = listLanguages(translations);
  const { cat, date, updated, gallery, related } = facts;
  const cover = facts.cover ?? facts.plate;
  const image = (name: string) => createImage(name, item.photos, words.alt, source.herbs, shownLocale);
  const own = createOwnFields(kind, { ...facts, ...words }, source.herbs, shownLocale);
  const row = {
    id,
    title,
    summary,
    ...(cover !== undefined && { cover: image(cover) }),
    cat: createCategory(source, kind, cat, locale),
    date,
    updatedAt: updated,
    tags,
    ...(languages.length < localeCodes.length && { languages }),
    ...(shownLocale !== locale && { lang: locales[shownLocale].language }),
    ...Object.fromEntries(own.filter(([name]) => getKindRow(kind).fields[name]!.isShownOnCards)),
  };
  const info = {
    ...Object.fromEntries(own),
    body: html,
    gallery: gallery.map(image),
    attachments,
    related,
    seo,
  };
  const body = [JSON.stringify(own.map(([, value]) => value)), toPlainText(html)];
  return { row, info, body: body.join("\n") };
}

type SourceIngredient = { herb: string; dose: number; role: string };

/** Creates the kind's own fields as the API returns them. */
function createOwnFields(
  kind: Kind,
  source: Readonly<Record<string, unknown>>,
  herbs: ReadonlyMap<string, Herb>,
  locale: Locale,
): [name: string, value: unknown][] {
  const ingredient = ({ herb, dose, role }: SourceIngredient) => {
    return { name: getHerbName(herbs, herb, locale), latin: herbs.get(herb)!.latin, dose, unit: "g", role };
  };
  return Object.entries(getKindRow(kind).fields).map(([name, { format }]) => [
    name,
    format === "composition" ? (source[name] as SourceIngredient[]).map(ingredient) : source[name],
  ]);
}

/** Creates the category of an item, with its language if that isn't `locale`. */
function createCategory(source: ContentSource, kind: Kind, slug: string, locale: Locale) {
  const title = getCategoryWords(source, kind, locale)[slug]?.title ?? slug;
  return { slug, title, ...getFallbackLanguage(source, kind, slug, locale) };
}

function getFirstLocale(translations: Partial<Record<Locale, unknown>>): Locale {
  return localeCodes.find((code) => translations[code])!;
}

function insertDocuments(database: DatabaseSync, source: ContentSource): void {
  const insert = prepareOnce(database, "INSERT INTO document VALUES (?, ?, ?)");
  const totals = prepareOnce(database, "SELECT total FROM scope WHERE kind = ? AND locale = ? AND slug = ?");
  for (const locale of localeCodes) {
    for (const [name, table] of Object.entries(source.documents)) {
      insert.run(name, locale, JSON.stringify(table[locale] ?? createFallbackDocument(table)));
    }
    for (const kind of Object.keys(source.categories) as Kind[]) {
      const getTotal = (slug: string) => (totals.get(kind, locale, slug) as { total: number }).total;
      insert.run(
        `categories ${kind}`,
        locale,
        JSON.stringify({ rows: createCategoryTree(source, kind, locale, getTotal) }),
      );
    }
  }
}

function insertRedirects(database: DatabaseSync, { redirects }: ContentSource): void {
  const insert = prepareOnce(database, "INSERT INTO redirect VALUES (?, ?, ?)");
  for (const { from, to, only } of redirects) {
    for (const locale of only ? [only] : localeCodes) insert.run(normalizeAddress(from), locale, to);
  }
}

/** Returns a document in another language. The document, or each of its rows, names that language. */
function createFallbackDocument(table: Partial<Record<Locale, unknown>>): object {
  const code = localeCodes.find((locale) => table[locale]);
  if (!code) return {};
  const { rows, ...fields } = table[code] as { rows?: object[] };
  const { language: lang } = locales[code];
  return rows ? { rows: rows.map((row) => ({ ...row, lang })) } : { ...fields, lang };
}

function createCategoryTree(source: ContentSource, kind: Kind, locale: Locale, totalOf: (slug: string) => number) {
  const words = getCategoryWords(source, kind, locale);
  const listChildren = (parent: string): object[] =>
    Object.entries(words)
      .filter(([slug]) => slug.slice(0, Math.max(0, slug.lastIndexOf("/"))) === parent)
      .map(([slug, { title, summary }]) => ({
        id: `${kind}-${slug}`,
        kind,
        slug,
        title,
        summary,
        total: totalOf(slug),
        ...getFallbackLanguage(source, kind, slug, locale),
        children: listChildren(slug),
      }));
  return listChildren("");
}

/** Returns the language of a category's texts if it isn't `locale`. */
function getFallbackLanguage(source: ContentSource, kind: Kind, slug: string, locale: Locale): { lang?: string } {
  const hasWords = (code: Locale) => Object.hasOwn(source.categories[kind][code] ?? {}, slug);
  if (hasWords(locale)) return {};
  return { lang: locales[localeCodes.find(hasWords) ?? localeCodes[0]!].language };
}
