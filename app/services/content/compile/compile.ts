import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { defaultLocale, localeCodes, locales, rankLocales, type Locale } from "#app/i18n/locales.ts";
import { toBatchKey } from "#app/services/api/contract/batches/batch-number.ts";
import { toItemKey } from "#app/services/api/contract/batches/item-number.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import type { ContentSource } from "#app/services/content/files/content-source.ts";
import { normalizeAddress } from "#app/services/content/files/redirect-addresses.ts";
import type { FoundPdf, Problem } from "#app/services/content/problems/problem.ts";
import { readContentFolder, type ReadOptions } from "#app/services/content/reading/content-folder.ts";
import { formatReport } from "#app/services/content/reading/content-report.ts";
import { createHerbReadings, createNameGroups } from "#app/services/content/search/names.ts";
import { searchSchema, SearchWriter } from "#app/services/content/search/search-writer.ts";
import { isFile } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { compileBatch } from "./compile-batches.ts";
import { compileItem, compilePage, getCategoryWords } from "./compile-items.ts";
import { getSearchedTexts, getVisiblePeriod, type CompiledItem } from "./compiled-item.ts";

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  -- One row for each item, plain page or batch in each language. The newest has the lowest rowid. title_place is its
  -- place among those of its kind and language by title. It is visible from opens until before closes, in milliseconds
  -- since the epoch; null means no limit. number is the key of an item number or of the number of a batch.
  CREATE TABLE item (
    rowid INTEGER PRIMARY KEY, kind TEXT, locale TEXT, id TEXT, cat TEXT, title_place INTEGER, opens INTEGER, closes INTEGER,
    number TEXT, row TEXT, info TEXT, names TEXT, text TEXT
  );
  -- Without a target, the address is gone.
  CREATE TABLE redirect (path TEXT, locale TEXT, target TEXT, PRIMARY KEY (path, locale)) WITHOUT ROWID;
  CREATE TABLE link (source TEXT, target TEXT);
  CREATE TABLE document (name TEXT, locale TEXT, data TEXT, PRIMARY KEY (name, locale)) WITHOUT ROWID;
  ${searchSchema}
`;

const indexes = `
  CREATE UNIQUE INDEX item_by_id ON item (kind, locale, id);
  CREATE INDEX item_of_kind ON item (kind, locale, cat);
  -- They have all that selects a page, in its order.
  CREATE INDEX item_by_age ON item (kind, locale, rowid, cat);
  CREATE INDEX item_by_title ON item (kind, locale, title_place, cat);
  CREATE INDEX item_by_number ON item (number, kind, locale) WHERE number IS NOT NULL;
  CREATE INDEX link_by_source ON link (source);
  CREATE INDEX item_opens ON item (opens) WHERE opens IS NOT NULL;
  CREATE INDEX item_closes ON item (closes) WHERE closes IS NOT NULL;
  ANALYZE;
`;

export function compileContent(source: ContentSource, file: string): void {
  rmSync(file, { force: true });
  using database = new DatabaseSync(file);
  database.exec(schema);
  database.exec("BEGIN");
  const readings = createHerbReadings(source.herbs);
  const writer = new SearchWriter(database);
  writer.addSynonyms(createNameGroups(source.herbs, source.synonyms, readings));
  insertItems(database, listEntries(source, readings), writer);
  writer.finish();
  insertDocuments(database, source);
  insertRedirects(database, source);
  insertLinks(database, source);
  database.exec("COMMIT");
  database.exec(indexes);
}

/**
 * Lists the entries, newest first, each as a function that compiles its items. Each function runs only when its items
 * are written, because all items at once need much memory.
 */
function listEntries(source: ContentSource, readings: ReturnType<typeof createHerbReadings>): (() => CompiledItem[])[] {
  const items = [...source.items];
  const products = new Map(items.filter(({ kind }) => kind === "product").map((item) => [item.id, item]));
  const entries: Entry[] = [
    ...items.map((item): Entry => [item.facts.date, item, () => compileItem(source, item, readings)]),
    ...source.pages.map((page): Entry => [page.facts.updated, page, () => compilePage(source, page, readings)]),
    ...source.batches.map((batch): Entry => {
      return [batch.facts.produced, batch, () => compileBatch(batch, products.get(batch.facts.product))];
    }),
  ];
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return entries
    .toSorted(([date, a], [other, b]) => compare(other, date) || compare(a.kind, b.kind) || compare(a.id, b.id))
    .map(([, , compile]) => compile);
}

type Entry = [date: string, { kind: string; id: string }, compile: () => CompiledItem[]];

/** @param compileFunctions functions that return entries' items */
function insertItems(
  database: DatabaseSync,
  compileFunctions: readonly (() => CompiledItem[])[],
  writer: SearchWriter,
): void {
  const insert = database.prepare("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const titles: Title[] = [];
  for (const compile of compileFunctions)
    for (const item of compile().toSorted((a, b) => (a.locale < b.locale ? -1 : 1))) {
      const { kind, locale, id, cat, row, info, names, facts } = item;
      const { opens, closes } = getVisiblePeriod(facts);
      const data = [row, info, names].map((value) => JSON.stringify(value));
      const texts = getSearchedTexts(item);
      const rowid = titles.push({ list: `${kind} ${locale}`, locale, title: row.title, pinyin: findPinyin(item) });
      writer.addItem(rowid, texts);
      insert.run(rowid, kind, locale, id, cat, null, opens, closes, getNumberKey(item), ...data, texts.body);
    }
  const update = database.prepare("UPDATE item SET title_place = ? WHERE rowid = ?");
  for (const [rowid, position] of findTitlePositions(titles)) update.run(position, rowid);
}

function getNumberKey({ kind, id, facts }: CompiledItem): string | null {
  if (kind === "batch") return toBatchKey(id);
  const { sku } = facts as { sku?: string };
  return sku === undefined ? null : toItemKey(sku);
}

/** Returns the Pinyin of a Chinese title, because a character may have several readings: 参 is shēn, or cān. */
const findPinyin = ({ locale, row }: CompiledItem): string | undefined =>
  locale === defaultLocale ? row.names?.find(({ lang }) => lang === "zh-Latn-pinyin")?.text : undefined;

/** `list`: kind and language. */
type Title = { list: string; locale: Locale; title: string; pinyin: string | undefined };

/**
 * Sorts the titles of each list, by Pinyin if all have it. Of equal titles the newer is first.
 * @param titles in row order; row ids start at 1
 * @returns row ids and positions
 */
function findTitlePositions(titles: readonly Title[]): [rowid: number, position: number][] {
  const rows = titles.map((title, index) => ({ ...title, rowid: index + 1 }));
  return [...Map.groupBy(rows, ({ list }) => list).values()].flatMap((group) => {
    const collator = new Intl.Collator(locales[group[0]!.locale].language, { numeric: true });
    const isPinyin = group.every(({ pinyin }) => pinyin);
    const getKey = ({ title, pinyin }: Title) => (isPinyin ? pinyin! : title);
    return group
      .toSorted((a, b) => collator.compare(getKey(a), getKey(b)) || collator.compare(a.title, b.title))
      .map(({ rowid }, position): [number, number] => [rowid, position]);
  });
}

/** Inserts the documents and category trees. The totals of categories aren't stored, but counted on reading. */
function insertDocuments(database: DatabaseSync, source: ContentSource): void {
  const insert = database.prepare("INSERT INTO document VALUES (?, ?, ?)");
  for (const locale of localeCodes) {
    for (const [name, table] of Object.entries(source.documents))
      insert.run(name, locale, JSON.stringify(table[locale] ?? createFallbackDocument(table, locale)));
    for (const kind of kinds)
      insert.run(`categories ${kind}`, locale, JSON.stringify({ rows: createCategoryTree(source, kind, locale) }));
  }
}

/** Returns a document of another language as a fallback. Its `lang`, or that of each row, names that language. */
function createFallbackDocument(table: Partial<Record<Locale, unknown>>, locale: Locale): object {
  const code = rankLocales(locale).find((one) => table[one]);
  if (!code) return {};
  const { rows, ...fields } = table[code] as { rows?: object[] };
  const { language: lang } = locales[code];
  return rows ? { rows: rows.map((row) => ({ ...row, lang })) } : { ...fields, lang };
}

function createCategoryTree(source: ContentSource, kind: Kind, locale: Locale): object[] {
  const listChildren = (parent: string): object[] =>
    source.categories[kind]
      .filter(({ slug }) => slug.slice(0, Math.max(0, slug.lastIndexOf("/"))) === parent)
      .map((category) => ({
        id: `${kind}-${category.slug}`,
        kind,
        slug: category.slug,
        total: 0,
        ...getCategoryWords(category, locale),
        children: listChildren(category.slug),
      }));
  return listChildren("");
}

function insertRedirects(database: DatabaseSync, { redirects }: ContentSource): void {
  const insert = database.prepare("INSERT INTO redirect VALUES (?, ?, ?)");
  for (const { from, to, only } of redirects) {
    for (const locale of only ? [only] : localeCodes) insert.run(normalizeAddress(from), locale, to ?? null);
  }
}

/** Inserts the links from herbs to products, from processed forms to products, and from items to items that name them. */
function insertLinks(database: DatabaseSync, { items }: ContentSource): void {
  const insert = database.prepare("INSERT INTO link VALUES (?, ?)");
  const products = new Map<string, string>();
  for (const { kind, id, facts } of items) {
    const { herb, forms = [] } = facts as { herb?: string; forms?: string[] };
    for (const form of forms) insert.run(`form/${form}`, `product/${id}`);
    for (const reference of facts.related) insert.run(reference, `${kind}/${id}`);
    // A herb links to the product with its id, or else to the first product that names it.
    for (const name of herb === undefined ? forms : [herb, ...forms])
      if (id === name || !products.has(name)) products.set(name, id);
  }
  for (const [herb, id] of products) insert.run(`herb/${herb}`, `product/${id}`);
}

/**
 * `checkpoint`: called between the steps; throws if the result is no longer wanted. `published`: folder of the published
 * files, whose own mistakes are only remarks while their files are unchanged and readable.
 */
export type CompileOptions = ReadOptions & {
  checkpoint?: (() => Promise<void>) | undefined;
  published?: string | undefined;
};

/** Returns a function that finds mistakes which the published content has as well, in equal files. */
async function findPublishedMistakes(folder: string, published: string, unreadable: ReadonlySet<string>) {
  const content = join(published, "content");
  const { problems } = await readContentFolder(content, join(published, "public"));
  const toKey = (root: string, { file, field, message }: Problem) =>
    JSON.stringify([relative(root, file), isFile(file) && hashFile(file), field, message]);
  const keys = new Set(problems.map((problem) => toKey(content, problem)));
  return (problem: Problem) => !unreadable.has(problem.file) && keys.has(toKey(folder, problem));
}

/**
 * Compiles a content folder if it has no mistakes.
 * @returns `text`: report for a person. `photos`: the photos that are used; `undefined` if there are mistakes
 */
export async function compileContentFolder(
  folder: string,
  file: string,
  renderPdfPages: (pdfs: FoundPdf[]) => Promise<Problem[]>,
  publicFolder?: string,
  { checkpoint, published, ...readOptions }: CompileOptions = {},
) {
  const content = await readContentFolder(folder, publicFolder, readOptions);
  const { source, photos, pdfs, problems, remarks, unreadable } = content;
  const isPublished =
    published && problems.length > 0 ? await findPublishedMistakes(folder, published, unreadable) : () => false;
  const mistakes = problems.filter((problem) => !isPublished(problem));
  remarks.push(...problems.filter(isPublished));
  const isCorrect = mistakes.length === 0;
  await checkpoint?.();
  if (isCorrect) {
    remarks.push(...(await renderPdfPages(pdfs)));
    compileContent(source, file);
  }
  const text = formatReport({ ...content, problems: mistakes });
  return { text, mistakes, remarks, photos: isCorrect ? photos.getUsed() : undefined };
}
