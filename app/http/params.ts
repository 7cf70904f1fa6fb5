import { z } from "zod";
import { splitLocale } from "#app/i18n/urls.ts";
import { defaultPageSize, listQuerySchema } from "#app/services/api/contract/calls/endpoints.ts";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { getKindRow, isKind, maxKeywordLength, sorts, type Kind, type Sort } from "#app/services/api/contract/kinds.ts";

const printable = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u);
const idSchema = printable.min(1).max(200);
/** A category slug with up to ten segments. */
const categorySchema = printable.max(500).regex(/^[^/]+(\/[^/]+){0,9}$/);

const listSchema = z.object({
  category: categorySchema.optional(),
  page: listQuerySchema.shape.page,
  sort: z.enum(sorts).optional(),
});

/** An alphabetical list has few pages, so that its letters are found on them. */
const alphabeticalPageSize = 36;

export const getPageSize = (kind: Kind): number =>
  getKindRow(kind).isAlphabetical ? alphabeticalPageSize : defaultPageSize;

export type ListParams = {
  category: string | undefined;
  page: number;
  sort: Sort;
  /** Whether the order is that of a URL without `sort`: alphabetical, the newest first or, with a keyword, the best first. */
  isDefaultSort: boolean;
  /** Trimmed text of the visitor, perhaps longer than `maxKeywordLength`. */
  keyword: string;
  isVerbatim: boolean;
  /** Whether products are shown as an order sheet. */
  isSheet: boolean;
};

export function getKindOfPath(pathname: string): Kind | undefined {
  const segment = splitLocale(pathname).path.split("/")[1];
  return isKind(segment) ? segment : undefined;
}

export function readListParams(url: URL, splat: string | undefined): ListParams | undefined {
  const getParam = (name: string) => url.searchParams.get(name) || undefined;
  const result = listSchema.safeParse({ category: splat || undefined, page: getParam("page"), sort: getParam("sort") });
  if (!result.success) return undefined;
  const kind = getKindOfPath(url.pathname);
  const isSheet = url.searchParams.get("view") === "sheet" && kind === "product";
  const keywordParams = { keyword: readKeyword(url, "keyword"), isVerbatim: readVerbatim(url) };
  const isAlphabetical = kind && getKindRow(kind).isAlphabetical && keywordParams.keyword === "";
  const defaultSort: Sort = isSheet || isAlphabetical ? "title" : "newest";
  const { category, page, sort = defaultSort } = result.data;
  // A sheet is always sorted by title.
  return {
    category,
    page,
    sort: isSheet ? "title" : sort,
    isDefaultSort: sort === defaultSort,
    ...keywordParams,
    isSheet,
  };
}

export function readKeyword(url: URL, name: "keyword" | "q"): string {
  return normaliseKeyword(url.searchParams.get(name) ?? "");
}

export function readVerbatim(url: URL): boolean {
  return url.searchParams.get("verbatim") === "1";
}

/** Replaces white space and control characters with single spaces; removes invisible characters and outer spaces. */
export function normaliseKeyword(input: string): string {
  return cleanText(input)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim();
}

export function isKeywordTooLong(keyword: string): boolean {
  return [...keyword].length > maxKeywordLength;
}

export const readId = (id: string): string | undefined => idSchema.safeParse(id).data;

/** Topic of a message. `name`: an item's id, or typed numbers or words. */
export type Topic = { kind: Kind | "batch" | "search"; name: string };

/** Parses `{kind}/{name}`. Returns `undefined` for other text, or a name beyond the site's limits. */
export function readTopic(about: string | null): Topic | undefined {
  const [, kind, text = ""] = /^([a-z]+)\/(.*)$/s.exec(about ?? "") ?? [];
  if (kind === "batch") return { kind, name: text };
  const name = isKind(kind) ? readId(text) : normaliseKeyword(text);
  if (!name || (kind === "search" && isKeywordTooLong(name))) return undefined;
  return isKind(kind) || kind === "search" ? { kind, name } : undefined;
}
