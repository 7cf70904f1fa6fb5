import type { Kind } from "../../api/contract/kinds.ts";
import { locales, localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { ContentSource } from "../files/content-source.ts";
import { getCategoryWords } from "./compile-items.ts";

export type CompiledDocument = { name: string; locale: Locale; data: object };

/** The totals of categories are counted when they are read. */
export function compileDocuments(source: ContentSource): CompiledDocument[] {
  return localeCodes.flatMap((locale) => [
    ...Object.entries(source.documents).map(([name, table]) => {
      return { name, locale, data: (table[locale] as object | undefined) ?? createFallbackDocument(table) };
    }),
    ...(Object.keys(source.categories) as Kind[]).map((kind) => {
      return { name: `categories ${kind}`, locale, data: { rows: createCategoryTree(source, kind, locale) } };
    }),
  ]);
}

/** The document, or each of its rows, names its language. */
function createFallbackDocument(table: Partial<Record<Locale, unknown>>): object {
  const code = localeCodes.find((locale) => table[locale]);
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
