import type { ListParams } from "../../http/params.ts";

/** Creates the query of a list URL, without default values. */
export function createListQuery({ page, sort, keyword, isVerbatim }: Omit<ListParams, "category">): string {
  const query = new URLSearchParams();
  if (keyword) query.set("keyword", keyword);
  if (keyword && isVerbatim) query.set("verbatim", "1");
  if (sort !== "newest") query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}
