import type { TFunction } from "i18next";
import { cardData } from "../components/catalogue/card-data.ts";
import type { Category } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import type { Api } from "../services/api.ts";
import { categoryTrail, treeNodes } from "./category-trail.ts";
import { isKeywordTooLong, type ListParams } from "./params.ts";

const pageSize = 12;

type Words = TFunction<("catalogue" | "common")[]>;

/** Everything that a list page draws, and no more; `undefined` for a category or a page that isn't there. */
export async function listData(content: Api["content"], t: Words, kind: Kind, asked: ListParams) {
  const { category, page, sort, keyword } = asked;
  const isTooLong = isKeywordTooLong(keyword);
  const query = { page, pageSize, cat: category, sort, keyword: isTooLong || !keyword ? undefined : keyword };
  const [tree, list] = await Promise.all([content.categories(kind), content.list(kind, query)]);
  const trail = categoryTrail(tree, category);
  const isBeyondEnd = page > 1 && list.rows.length === 0;
  if (!trail || isBeyondEnd) return undefined;
  return {
    ...{ kind, category, page, sort, keyword, isTooLong },
    ...headings(t, kind, trail.at(-1), page),
    trail: trail.slice(0, -1).map(({ slug, title, lang }) => ({ slug, title, lang })),
    tree: treeNodes(tree, category),
    total: list.total,
    pages: Math.ceil(list.total / pageSize),
    cards: list.rows.map((row) => cardData(kind, row, kind === "news" ? "text" : "picture")),
  };
}

/** Title and lead of a list, and its title for search engines: items may be called as their category is. */
function headings(t: Words, kind: Kind, category: Category | undefined, page: number) {
  const kindTitle = t(`common:kinds.${kind}`);
  const title = category?.title ?? kindTitle;
  const uniqueTitle = category ? t("catalogue:list.categoryTitle", { title, kind: kindTitle }) : title;
  return {
    title,
    lang: category?.lang,
    lead: category?.summary ?? t(`catalogue:lead.${kind}`),
    headTitle: page > 1 ? t("catalogue:list.pageTitle", { title: uniqueTitle, page }) : uniqueTitle,
  };
}
