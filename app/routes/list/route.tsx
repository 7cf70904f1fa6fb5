import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { PictureCard, TextCard } from "../../components/catalogue/card.tsx";
import { getCategoryPath, localizePath } from "../../i18n/urls.ts";
import { CategoryTree } from "../../components/catalogue/category-tree.tsx";
import { EmptyState } from "../../components/catalogue/empty-state.tsx";
import { ListTools } from "../../components/search/list-tools.tsx";
import { NearNames, SearchNote } from "../../components/search/search-note.tsx";
import { Pagination } from "../../components/catalogue/pagination.tsx";
import { AddToInquiry } from "../../components/forms/add-to-inquiry.tsx";
import { useKindTitle, useLocale } from "../../components/ui/page-data.ts";
import { Page } from "../../components/layout/page.tsx";
import { LinkedTitle, SiteLink } from "../../components/ui/site-link.tsx";
import { getKindRow } from "../../services/api/contract/kinds.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { notFound } from "../../http/responses.ts";
import { loadListData } from "./data.server.ts";
import { createListQuery } from "./list-query.ts";
import styles from "./list.module.css";
import { getApi, getT } from "../../http/request-context.ts";
import { createPageMeta } from "../../components/meta/page-meta.ts";
import { loadAdverts } from "../../loaders/site.server.ts";
import { countMissedSearch, searchKinds } from "../../loaders/searches.server.ts";
import { getKindOfPath, readListParams } from "../../http/params.ts";

/** Id of the categories beside the list. On phones they are below it, and a link leads to them. */
const categoriesId = "categories";

export const handle = {
  messages: ["list", "searching"],
  query: ["page", "keyword", "sort", "verbatim"],
} satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const kind = getKindOfPath(url.pathname);
  const listParams = readListParams(url, params["*"]);
  const t = { common: getT(context, "common"), loader: getT(context, "loader") };
  const list = kind && listParams && (await loadListData(getApi(context), t, kind, listParams));
  if (!list) throw notFound(args);
  const { keyword, total, isTooLong } = list;
  const isMissing = keyword !== "" && total === 0 && !isTooLong;
  const isElsewhere = isMissing && (await searchKinds(getApi(context), { keyword, pageSize: 1 })).some(hasItems);
  const headers = isMissing && !isElsewhere ? countMissedSearch(context, keyword, total) : undefined;
  const adverts = await loadAdverts(getApi(context), "list-aside");
  return data({ ...list, isElsewhere, adverts }, { status: list.isTooLong ? 400 : 200, headers });
}

const hasItems = ({ total }: { total: number }) => total > 0;

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { headTitle, lead, page, sort, keyword, total } = loaderData;
  const isHidden = keyword !== "" || sort !== "newest" || total === 0;
  const query = page > 1 ? `?page=${page}` : "";
  return createPageMeta(args, { title: headTitle, description: lead, query, isHidden });
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("list");
  const kindTitle = useKindTitle();
  const { kind, category, title, lead, trail, tree, lang } = loaderData;
  const path = category ? getCategoryPath(kind, category) : `/${kind}/list`;
  const crumbs = [
    ...(category ? [{ title: kindTitle(kind), to: `/${kind}/list` }] : []),
    ...trail.map(({ slug, ...ancestor }) => ({ ...ancestor, to: getCategoryPath(kind, slug) })),
  ];
  return (
    <Page title={title} lead={lead} crumbs={crumbs} lang={lang}>
      {tree.length > 0 && (
        <p className={styles["toCategories"]}>
          <a href={`#${categoriesId}`}>{t("categories")}</a>
        </p>
      )}
      <div className={styles["layout"]}>
        <div className={styles["main"]}>
          <Results list={loaderData} path={path} />
        </div>
        <div className={`${styles["side"]} no-print`} id={categoriesId}>
          <CategoryTree kind={kind} categories={tree} />
          <Adverts adverts={loaderData.adverts} />
        </div>
      </div>
    </Page>
  );
}

type ListData = Route.ComponentProps["loaderData"];

/** @param path path of the list without language prefix */
function Results({ list, path }: { list: ListData; path: string }) {
  const { t } = useTranslation("list");
  const locale = useLocale();
  const kindName = useKindTitle()(list.kind).toLowerCase();
  const { kind, page, sort, keyword, isTooLong, isVerbatim, total, cards, remark, isElsewhere } = list;
  const isFiltered = keyword !== "" && !isTooLong;
  const query = { sort, keyword: isFiltered ? keyword : "", isVerbatim };
  const createHref = (number: number) => localizePath(path + createListQuery({ ...query, page: number }), locale);
  return (
    <>
      <ListTools
        action={localizePath(path, locale)}
        // A list of one page needs no keyword.
        keyword={list.pageCount > 1 || page > 1 || keyword !== "" ? keyword : undefined}
        sort={sort}
        isKeywordTooLong={isTooLong}
      />
      {isFiltered && <SearchNote q={keyword} path={path} name="keyword" remark={remark} />}
      <p className={`${styles["count"]} note`} role="status">
        {isFiltered ? t("countFor", { count: total, keyword: remark?.meant ?? keyword }) : t("count", { count: total })}
        {isFiltered && <SiteLink to={path}>{t("clear")}</SiteLink>}
      </p>
      {cards.length > 0 ? (
        <Cards kind={kind} cards={cards} />
      ) : (
        <EmptyState
          title={t("emptyTitle")}
          text={
            isFiltered ? t(isElsewhere ? "emptyHere" : "emptyKeyword", { keyword, kind: kindName }) : t("emptyCategory")
          }
        >
          <NearNames names={isFiltered ? remark?.near : undefined} />
          {isElsewhere && <SiteLink to={`/search?q=${encodeURIComponent(keyword)}`}>{t("searchAll")}</SiteLink>}
          <SiteLink to={`/${kind}/list`}>{t("showAll", { kind: kindName })}</SiteLink>
        </EmptyState>
      )}
      <Pagination page={page} pageCount={list.pageCount} createHref={createHref} />
    </>
  );
}

function Cards({ kind, cards }: Pick<ListData, "kind" | "cards">) {
  if (getKindRow(kind).card === "text") return cards.map((card) => <TextCard key={card.id} card={card} />);
  return (
    <div className={styles["grid"]}>
      {cards.map((card, index) => (
        <PictureCard
          key={card.id}
          card={card}
          isFirst={index < 2}
          action={kind === "product" && <AddToInquiry id={card.id} title={card.title} isQuiet />}
        />
      ))}
    </div>
  );
}

/** Adverts beside lists. */
function Adverts({ adverts }: Pick<ListData, "adverts">) {
  return adverts.map(({ id, title, summary, link }) => (
    <aside key={id} className={`${styles["advert"]} note`} aria-label={title}>
      <p className={styles["advertTitle"]}>
        <LinkedTitle to={link} title={title} />
      </p>
      {summary && <p>{summary}</p>}
    </aside>
  ));
}
