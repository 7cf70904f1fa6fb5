import { z } from "zod";
import { listQuerySchema } from "../contract/endpoints.ts";
import { isKind, keywordLimit, sorts, type Kind, type Sort } from "../contract/kinds.ts";
import { splitLocale } from "../i18n/urls.ts";

const printable = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u);
const idSchema = printable.min(1).max(200);
/** A category: up to ten segments. */
const categorySchema = printable.max(500).regex(/^[^/]+(\/[^/]+){0,9}$/);

const listSchema = z.object({
  category: categorySchema.optional(),
  page: listQuerySchema.shape.page,
  sort: z.enum(sorts).optional(),
});

/** What the address of a list page asks for. */
export type ListParams = {
  category: string | undefined;
  page: number;
  sort: Sort;
  /** As typed, without the space around it; it may be longer than `keywordLimit`. */
  keyword: string;
};

/** The kind that a page's path stands under; `undefined` where it doesn't spell one. */
export function kindOfPath(pathname: string): Kind | undefined {
  const segment = splitLocale(pathname).path.split("/")[1];
  return isKind(segment) ? segment : undefined;
}

/** Reads the parameters of a list page; `undefined` where they fail. */
export function readListParams(url: URL, splat: string | undefined): ListParams | undefined {
  const query = (name: string) => url.searchParams.get(name) || undefined;
  const result = listSchema.safeParse({ category: splat || undefined, page: query("page"), sort: query("sort") });
  if (!result.success) return undefined;
  const { category, page, sort = sorts[0] } = result.data;
  return { category, page, sort, keyword: readKeyword(url, "keyword") };
}

/** What was typed into a search field. */
export function readKeyword(url: URL, name: "keyword" | "q"): string {
  return normaliseKeyword(url.searchParams.get(name) ?? "");
}

/** One spelling of what was typed: control characters count as spaces, several as one. */
export function normaliseKeyword(typed: string): string {
  return typed.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ").trim();
}

/** Whether a keyword can be searched for. */
export function isKeywordTooLong(keyword: string): boolean {
  return [...keyword].length > keywordLimit;
}

/** The id in an address, or `undefined` where it can't be one. */
export function readId(id: string): string | undefined {
  const result = idSchema.safeParse(id);
  return result.success ? result.data : undefined;
}
