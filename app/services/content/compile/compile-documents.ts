import type { DatabaseSync } from "node:sqlite";
import type { Kind } from "../../api/contract/kinds.ts";
import { locales, localeCodes, type Locale } from "../../../i18n/locales.ts";
import { getCategoryWords, getFallbackLanguage } from "./category-words.ts";
import type { ContentSource } from "../files/content-source.ts";
import { prepareOnce } from "./prepare-once.ts";
import { normalizeAddress } from "../files/redirect-addresses.ts";

/** Inserts settings, menu, adverts, and the categories with the totals of their scopes. */
export function insertDocuments(database: DatabaseSync, source: ContentSource): void {
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

/** Inserts the old addresses. */
export function insertRedirects(database: DatabaseSync, { redirects }: ContentSource): void {
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
