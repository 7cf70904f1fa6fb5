import { getPageSize, isKeywordTooLong, type ListParams } from "#app/http/params.ts";
import { getApi, getT, type Context } from "#app/http/request-context.ts";
import { getOptionalMessage } from "#app/i18n/messages.ts";
import { createCardData } from "#app/loaders/cards.ts";
import { addBatches } from "#app/loaders/item-lines.server.ts";
import { loadKindSettings, loadKindsInUse } from "#app/loaders/site.server.ts";
import { defaultPageSize, maxPageSize } from "#app/services/api/contract/calls/endpoints.ts";
import type { Category, Settings } from "#app/services/api/contract/entities.ts";
import { getKindTitle } from "#app/services/api/contract/kind-title.ts";
import { getKindRow, type Kind } from "#app/services/api/contract/kinds.ts";
import { readAllPages } from "#app/services/api/resources.ts";
import { createTreeNodes, findCategoryTrail } from "./category-trail.ts";
import { listLetters, loadSheet } from "./sheet.server.ts";

/** Alphabetical lists with fewer items need no search, because they have letters and categories. */
const minAlphabeticalSearch = 60;

export async function loadListData(context: Context, kind: Kind, params: ListParams) {
  const api = getApi(context);
  const { category, page, sort, isDefaultSort, keyword, isVerbatim, isSheet } = params;
  const { isAlphabetical } = getKindRow(kind);
  const pageSize = isSheet ? maxPageSize : getPageSize(kind);
  const isTooLong = isKeywordTooLong(keyword);
  const validKeyword = isTooLong || !keyword ? undefined : keyword;
  const verbatim = validKeyword && isVerbatim ? ("1" as const) : undefined;
  const query = { page, pageSize, cat: category, sort, keyword: validKeyword, verbatim };
  const [kindsInUse, tree, categoryInfo, list, kindSettings] = await Promise.all([
    loadKindsInUse(api),
    api.optional(api.content.categories(kind)),
    // If the call fails, the category's title and summary are taken from the tree.
    category ? api.content.category(kind, category).catch(() => undefined) : undefined,
    api.content.list(kind, query),
    loadKindSettings(api, kind),
  ]);
  if (!kindsInUse.includes(kind)) return undefined;
  const trail = tree ? findCategoryTrail(tree, category) : [];
  const headings = createHeadings(context, kind, kindSettings, categoryInfo ?? trail?.at(-1), page);
  const isBeyondEnd = page > 1 && list.rows.length === 0;
  if (!trail || isBeyondEnd) return undefined;
  const isCatalogue = kind === "product" && !isSheet;
  const hasLetters = isAlphabetical && isDefaultSort && sort === "title" && !isSheet;
  const letters = hasLetters ? listLetters(kind, list.rows) : [];
  const pageCount = Math.ceil(list.total / pageSize);
  const listAll = (pages: object) => api.content.list(kind, { ...query, ...pages });
  /** Returns the URL of a letter, relative to that of the list. @param index of the letter's first item */
  const createLetterHref = (letter: string, index: number) => {
    const letterPage = pageCount > 1 ? Math.floor(index / pageSize) + 1 : page;
    const pageQuery = letterPage === page ? "" : letterPage === 1 ? "?" : `?page=${letterPage}`;
    return `${pageQuery}#letter-${letter}`;
  };
  const allLetters = hasLetters && pageCount > 1 ? listLetters(kind, await readAllPages(listAll)) : letters;
  const cards = isSheet
    ? []
    : list.rows.map((row, index) => ({ ...createCardData(context, kind, row), letter: letters[index] }));
  return {
    ...params,
    kind,
    isTooLong,
    interpretation: list.search,
    ...headings,
    ...(isSheet && { headTitle: `${getT(context, "list")("sheet.title")} · ${headings.headTitle}` }),
    trail: trail.slice(0, -1).map(({ slug, title, lang }) => ({ slug, title, lang })),
    tree: createTreeNodes(tree ?? [], category),
    total: list.total,
    isLong: list.total >= (isAlphabetical ? minAlphabeticalSearch : defaultPageSize + 1),
    pageCount,
    letters: allLetters.flatMap((letter, index) => (letter ? [{ letter, href: createLetterHref(letter, index) }] : [])),
    cards: isCatalogue ? await addBatches(context, cards) : cards,
    sheet: isSheet && list.rows.length > 0 ? await loadSheet(context, list.rows) : undefined,
  };
}

/**
 * Creates the title and the lead. `headTitle` is for search engines. It adds the kind to a category's title, because an
 * item may have the same title as its category.
 */
function createHeadings(
  context: Context,
  kind: Kind,
  kindSettings: Settings["kinds"][number] | undefined,
  category: Category | undefined,
  page: number,
) {
  const t = getT(context, "loader");
  const kindTitle = getKindTitle(getT(context, "common"), kind, kindSettings && { kinds: [kindSettings] });
  const title = category?.title ?? kindTitle;
  const uniqueTitle = category ? t("list.categoryTitle", { title, kind: kindTitle }) : title;
  return {
    title,
    lang: category?.lang,
    lead: category?.summary ?? kindSettings?.lead ?? getOptionalMessage(t, `list.lead.${kind}`),
    headTitle: page > 1 ? t("list.pageTitle", { title: uniqueTitle, page }) : uniqueTitle,
  };
}
