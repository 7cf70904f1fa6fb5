import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { kindRow, type Kind } from "../contract/kinds.ts";
import { locales, localeCodes, type Locale } from "../i18n/locales.ts";
import { plateSize } from "../plates/draw-plate.ts";
import type { Facts } from "./content-schema.ts";
import type { CategoryWords, ContentSource, Herb, SourceItem } from "./content-source.ts";
import { oldAddress } from "./redirects.ts";
import { indexTokens } from "./search-terms.ts";

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  -- One row an item and language. rowid runs from the newest to the oldest, so that a search is in order by itself.
  CREATE TABLE item (rowid INTEGER PRIMARY KEY, kind TEXT, locale TEXT, id TEXT, row TEXT, info TEXT);
  CREATE TABLE incoming (kind TEXT, locale TEXT, id TEXT, date TEXT, title TEXT, cat TEXT, row TEXT, info TEXT, words TEXT, opens INTEGER, closes INTEGER);
  -- A scope is all items of a kind and language, or those of one category and below.
  CREATE TABLE scope (id INTEGER PRIMARY KEY, kind TEXT, locale TEXT, slug TEXT, total INTEGER DEFAULT 0, UNIQUE (kind, locale, slug));
  -- Places are counted from 0 without gaps: a page is a range of them, however deep.
  CREATE TABLE member (scope INTEGER, newest INTEGER, title INTEGER, item INTEGER, PRIMARY KEY (scope, newest)) WITHOUT ROWID;
  -- Items that aren't always there, in milliseconds of the epoch: seen from the first on, no more from the second on.
  CREATE TABLE scheduled (item INTEGER PRIMARY KEY, opens INTEGER, closes INTEGER);
  CREATE TABLE redirect (path TEXT, locale TEXT, target TEXT, PRIMARY KEY (path, locale)) WITHOUT ROWID;
  CREATE TABLE document (name TEXT, locale TEXT, data TEXT, PRIMARY KEY (name, locale)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE search USING fts5 (title, words, scopes, content = '', columnsize = 0);
`;

const indexes = `
  CREATE UNIQUE INDEX item_by_id ON item (kind, locale, id);
  CREATE UNIQUE INDEX member_by_title ON member (scope, title);
  CREATE INDEX member_of_item ON member (item);
  CREATE INDEX scheduled_opens ON scheduled (opens);
  CREATE INDEX scheduled_closes ON scheduled (closes);
  DROP TABLE incoming;
  INSERT INTO search (search) VALUES ('optimize');
  ANALYZE;
`;

/** Compiles content into an indexed SQLite file at `file`, replacing what is there. */
export function compileContent(source: ContentSource, file: string): void {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  try {
    database.exec(schema);
    database.exec("BEGIN");
    const scopes = insertScopes(database, source);
    for (const item of source.items) insertItem(database, source, item);
    numberItems(database, scopes);
    insertDocuments(database, source);
    insertRedirects(database, source);
    database.exec("COMMIT");
    database.exec(indexes);
    database.exec("VACUUM");
  } finally {
    database.close();
  }
}

type ScopeKey = `${Kind} ${Locale} ${string}`;

function insertScopes(database: DatabaseSync, source: ContentSource): Map<ScopeKey, number> {
  const ids = new Map<ScopeKey, number>();
  const insert = prepared(database, "INSERT INTO scope (kind, locale, slug) VALUES (?, ?, ?) RETURNING id");
  for (const kind of Object.keys(source.categories) as Kind[]) {
    for (const locale of localeCodes) {
      for (const slug of ["", ...Object.keys(categoryWords(source, kind, locale))]) {
        ids.set(`${kind} ${locale} ${slug}`, (insert.get(kind, locale, slug) as { id: number }).id);
      }
    }
  }
  return ids;
}

/** All categories of a kind: the words of `locale`, and those of another language where it has none. */
function categoryWords(source: ContentSource, kind: Kind, locale: Locale): CategoryWords {
  const tables = source.categories[kind];
  const others = localeCodes.filter((code) => code !== locale).map((code) => tables[code]);
  return Object.assign({}, ...others.reverse(), tables[locale]) as CategoryWords;
}

function insertItem(database: DatabaseSync, source: ContentSource, item: SourceItem): void {
  const insert = prepared(database, "INSERT INTO incoming VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const { kind, id, facts } = item;
  const { opens, closes } = shownTimes(facts);
  for (const locale of localeCodes) {
    const { row, info, text } = itemData(source, item, locale);
    const data = [JSON.stringify(row), JSON.stringify(info), text];
    insert.run(kind, locale, id, facts.date, row.title, facts.cat, ...data, opens, closes);
  }
}

/** The last moment that there is: a draft is an item whose time never comes. */
const never = 8_640_000_000_000_000;

/** When an item is seen from and until, null for always. */
function shownTimes({ draft, from, until }: Facts): { opens: number | null; closes: number | null } {
  return { opens: draft ? never : from ? Date.parse(from) : null, closes: until ? Date.parse(until) : null };
}

/** What `list` and `info` answer for an item, and the text that a search looks through. */
function itemData(source: ContentSource, { kind, id, facts, translations }: SourceItem, locale: Locale) {
  const shown = localeCodes.find((code) => code === locale && translations[code]) ?? firstOf(translations);
  const { words, html, attachments } = translations[shown]!;
  const { title, summary, tags, seo } = words;
  const { cat, date, updated, plate, gallery, related } = facts;
  const own = ownFields(kind, { ...facts, ...words }, source.herbs, shown);
  const row = {
    id,
    title,
    summary,
    cover: plateImage(plate, source.herbs, shown),
    cat: categoryOf(source, kind, cat, locale),
    date,
    updatedAt: updated,
    tags,
    ...(shown !== locale && { lang: locales[shown].language }),
    ...Object.fromEntries(own.filter(([name]) => kindRow(kind).fields[name]!.isOnCards)),
  };
  const info = {
    ...Object.fromEntries(own),
    body: html,
    gallery: gallery.map((herb) => plateImage(herb, source.herbs, shown)),
    attachments,
    related,
    seo,
  };
  const text = [title, summary, ...tags, JSON.stringify(own.map(([, value]) => value)), html.replace(/<[^<>]*>/g, " ")];
  return { row, info, text: text.join("\n") };
}

type WrittenIngredient = { herb: string; dose: number; role: string };

/** The kind's own fields as they are sent. */
function ownFields(
  kind: Kind,
  written: Readonly<Record<string, unknown>>,
  herbs: ReadonlyMap<string, Herb>,
  locale: Locale,
): [name: string, value: unknown][] {
  const ingredient = ({ herb, dose, role }: WrittenIngredient) => {
    return { name: herbName(herbs, herb, locale), latin: herbs.get(herb)!.latin, dose, unit: "g", role };
  };
  return Object.entries(kindRow(kind).fields).map(([name, { is }]) => [
    name,
    is === "composition" ? (written[name] as WrittenIngredient[]).map(ingredient) : written[name],
  ]);
}

/** The category of an item, with its language where it isn't the one asked for. */
function categoryOf(source: ContentSource, kind: Kind, slug: string, locale: Locale) {
  const title = categoryWords(source, kind, locale)[slug]?.title ?? slug;
  return { slug, title, ...foreignLanguage(source, kind, slug, locale) };
}

function plateImage(herb: string, herbs: ReadonlyMap<string, Herb>, locale: Locale) {
  return { src: `/plates/${herb}.svg`, ...plateSize, alt: herbName(herbs, herb, locale) };
}

/** The name of a herb in a language; in another where it has none, and its id where it has no name at all. */
function herbName(herbs: ReadonlyMap<string, Herb>, id: string, locale: Locale): string {
  const names = herbs.get(id)?.names ?? {};
  return names[locale] ?? localeCodes.map((code) => names[code]).find(Boolean) ?? id;
}

function firstOf(translations: SourceItem["translations"]): Locale {
  return localeCodes.find((code) => translations[code])!;
}

/** Gives every item its place in each scope that it belongs to, and fills the search index. */
function numberItems(database: DatabaseSync, scopes: Map<ScopeKey, number>): void {
  type Incoming = { place: number; kind: Kind; locale: Locale; title: string; cat: string };
  const rows = database
    .prepare("SELECT rowid AS place, kind, locale, title, cat FROM incoming ORDER BY date DESC, kind, id, locale")
    .all() as Incoming[];
  const insertItem = prepared(
    database,
    "INSERT INTO item SELECT ?, kind, locale, id, row, info FROM incoming WHERE rowid = ? RETURNING rowid",
  );
  const insertSearch = prepared(database, "INSERT INTO search (rowid, title, words, scopes) VALUES (?, ?, ?, ?)");
  const insertTimes = prepared(
    database,
    `INSERT INTO scheduled SELECT ?, opens, closes FROM incoming
     WHERE rowid = ? AND coalesce(opens, closes) IS NOT NULL`,
  );
  const words = prepared(database, "SELECT words FROM incoming WHERE rowid = ?");
  const members = new Map<number, { item: number; title: string; locale: Locale }[]>();
  rows.forEach(({ place, kind, locale, title, cat }, index) => {
    const item = index + 1;
    insertItem.get(item, place);
    insertTimes.run(item, place);
    const own = scopesOf(cat).flatMap((slug) => scopes.get(`${kind} ${locale} ${slug}`) ?? []);
    const text = (words.get(place) as { words: string }).words;
    insertSearch.run(item, indexTokens(title), indexTokens(text), own.map(scopeToken).join(" "));
    for (const scope of own) {
      const list = members.get(scope) ?? [];
      members.set(scope, list);
      list.push({ item, title, locale });
    }
  });
  for (const [scope, list] of members) insertMembers(database, scope, list);
}

/** A category, all above it, and the whole kind (the empty slug). */
function scopesOf(slug: string): string[] {
  const segments = slug.split("/");
  return ["", ...segments.map((_, index) => segments.slice(0, index + 1).join("/"))];
}

/** The token that stands for a scope in the search index. */
export function scopeToken(scope: number): string {
  return `scope${scope}`;
}

function insertMembers(
  database: DatabaseSync,
  scope: number,
  members: { item: number; title: string; locale: Locale }[],
) {
  const collator = new Intl.Collator(locales[members[0]!.locale].language, { numeric: true });
  const insert = prepared(database, "INSERT INTO member (scope, newest, title, item) VALUES (?, ?, ?, ?)");
  members
    .map((member, newest) => ({ ...member, newest }))
    .sort((a, b) => collator.compare(a.title, b.title) || a.newest - b.newest)
    .forEach(({ item, newest }, place) => insert.run(scope, newest, place, item));
  prepared(database, "UPDATE scope SET total = ? WHERE id = ?").run(members.length, scope);
}

function insertDocuments(database: DatabaseSync, source: ContentSource): void {
  const insert = prepared(database, "INSERT INTO document VALUES (?, ?, ?)");
  const totals = prepared(database, "SELECT total FROM scope WHERE kind = ? AND locale = ? AND slug = ?");
  for (const locale of localeCodes) {
    for (const [name, table] of Object.entries(source.documents)) {
      insert.run(name, locale, JSON.stringify(table[locale] ?? foreign(table)));
    }
    for (const kind of Object.keys(source.categories) as Kind[]) {
      const totalOf = (slug: string) => (totals.get(kind, locale, slug) as { total: number }).total;
      insert.run(`categories ${kind}`, locale, JSON.stringify({ rows: categoryTree(source, kind, locale, totalOf) }));
    }
  }
}

function insertRedirects(database: DatabaseSync, { redirects }: ContentSource): void {
  const insert = prepared(database, "INSERT INTO redirect VALUES (?, ?, ?)");
  for (const { from, to, only } of redirects) {
    for (const locale of only ? [only] : localeCodes) insert.run(oldAddress(from), locale, to);
  }
}

/** A document in the language that there is, with the language that it is in: of itself, or of each of its rows. */
function foreign(table: Partial<Record<Locale, unknown>>): object {
  const code = localeCodes.find((locale) => table[locale]);
  if (!code) return {};
  const { rows, ...fields } = table[code] as { rows?: object[] };
  const { language: lang } = locales[code];
  return rows ? { rows: rows.map((row) => ({ ...row, lang })) } : { ...fields, lang };
}

function categoryTree(source: ContentSource, kind: Kind, locale: Locale, totalOf: (slug: string) => number) {
  const words = categoryWords(source, kind, locale);
  const below = (parent: string): object[] =>
    Object.entries(words)
      .filter(([slug]) => slug.slice(0, Math.max(0, slug.lastIndexOf("/"))) === parent)
      .map(([slug, { title, summary }]) => ({
        ...{ id: `${kind}-${slug}`, kind, slug, title, summary, total: totalOf(slug) },
        ...foreignLanguage(source, kind, slug, locale),
        children: below(slug),
      }));
  return below("");
}

/** The language of a category's words, where they aren't in the one asked for. */
function foreignLanguage(source: ContentSource, kind: Kind, slug: string, locale: Locale): { lang?: string } {
  const has = (code: Locale) => Object.hasOwn(source.categories[kind][code] ?? {}, slug);
  if (has(locale)) return {};
  return { lang: locales[localeCodes.find(has) ?? localeCodes[0]!].language };
}

const statements = new WeakMap<DatabaseSync, Map<string, ReturnType<DatabaseSync["prepare"]>>>();

/** A statement, prepared once a database. */
function prepared(database: DatabaseSync, sql: string) {
  const own = statements.get(database) ?? new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  statements.set(database, own);
  const statement = own.get(sql) ?? database.prepare(sql);
  own.set(sql, statement);
  return statement;
}
