import type { TFunction } from "i18next";
import { cardData } from "../components/catalogue/card-data.ts";
import { kindTitle } from "../components/layout/kind-title.ts";
import type { Category, Settings } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import { optionalMessage } from "../i18n/optional-message.ts";
import type { Api } from "../services/api.ts";
import { categoryTrail, treeNodes } from "./category-trail.ts";
import { kindWords } from "./kind-words.ts";
import { isKeywordTooLong, type ListParams } from "./params.ts";

const pageSize = 12;

type Words = { common: TFunction<"common">; loader: TFunction<"loader"> };

/** Everything that a list page draws, and no more; `undefined` for a category or a page that isn't there. */
export async function listData(api: Api, t: Words, kind: Kind, asked: ListParams) {
  const { category, page, sort, keyword } = asked;
  const isTooLong = isKeywordTooLong(keyword);
  const query = { page, pageSize, cat: category, sort, keyword: isTooLong || !keyword ? undefined : keyword };
  const [tree, list, own] = await Promise.all([
    api.content.categories(kind),
    api.content.list(kind, query),
    kindWords(api, kind),
  ]);
  const trail = categoryTrail(tree, category);
  const isBeyondEnd = page > 1 && list.rows.length === 0;
  if (!trail || isBeyondEnd) return undefined;
  return {
    kind,
    category,
    page,
    sort,
    keyword,
    isTooLong,
    ...headings(t, kind, own, trail.at(-1), page),
    trail: trail.slice(0, -1).map(({ slug, title, lang }) => ({ slug, title, lang })),
    tree: treeNodes(tree, category),
    total: list.total,
    pages: Math.ceil(list.total / pageSize),
    cards: list.rows.map((row) => cardData(kind, row)),
  };
}

/** Title and lead of a list, and its title for search engines: items may be called as their category is. */
function headings(
  t: Words,
  kind: Kind,
  own: Settings["kinds"][number] | undefined,
  category: Category | undefined,
  page: number,
) {
  const ofKind = kindTitle(t.common, kind, own && { kinds: [own] });
  const title = category?.title ?? ofKind;
  const uniqueTitle = category ? t.loader("list.categoryTitle", { title, kind: ofKind }) : title;
  return {
    title,
    lang: category?.lang,
    lead: category?.summary ?? own?.lead ?? optionalMessage(t.loader, `list.lead.${kind}`),
    headTitle: page > 1 ? t.loader("list.pageTitle", { title: uniqueTitle, page }) : uniqueTitle,
  };
}
