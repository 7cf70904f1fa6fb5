import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { PictureCard, TextCard } from "../components/catalogue/card.tsx";
import { categoryPath, CategoryTree } from "../components/catalogue/category-tree.tsx";
import { EmptyState } from "../components/catalogue/empty-state.tsx";
import { ListTools } from "../components/catalogue/list-tools.tsx";
import { Pagination } from "../components/catalogue/pagination.tsx";
import { AddToInquiry } from "../components/forms/add-to-inquiry.tsx";
import { useKindTitle } from "../components/layout/kind-title.ts";
import { Page } from "../components/layout/page.tsx";
import { useAdverts } from "../components/layout/shared-data.ts";
import { FadeUp } from "../components/motion/fade-up.tsx";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useLocale } from "../components/ui/use-locale.ts";
import { kindRow } from "../contract/kinds.ts";
import { localizePath } from "../i18n/urls.ts";
import type { Route } from "./+types/list";
import { idInData, notFound } from "./http-error.ts";
import { listData } from "./list-data.ts";
import styles from "./list.module.css";
import { apiOf } from "./middleware/api.ts";
import { getInstance } from "./middleware/i18next.ts";
import { pageMeta } from "./page-meta.ts";
import { kindOfPath, readListParams } from "./params.ts";

/** Id of what stands beside a list: it comes after it, on a phone below it, and a link leads there. */
const categoriesId = "categories";

export const handle = { messages: ["list"] };

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const kind = kindOfPath(url.pathname);
  const asked = readListParams(url, params["*"]);
  const messages = getInstance(context);
  const t = { common: messages.getFixedT(null, "common"), loader: messages.getFixedT(null, "loader") };
  const list = kind && asked && (await listData(apiOf(context), t, kind, asked));
  if (!list) throw notFound(url.pathname, idInData(request, context));
  return data(list, { status: list.isTooLong ? 400 : 200 });
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { headTitle, lead, page, sort, keyword, total } = loaderData;
  const isHidden = keyword !== "" || sort !== "newest" || total === 0;
  return pageMeta(args, { title: headTitle, description: lead, query: page > 1 ? `?page=${page}` : "", isHidden });
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("list");
  const kindTitle = useKindTitle();
  const locale = useLocale();
  const { kind, category, page, sort, keyword, isTooLong, title, lead, trail, tree, total, pages, cards, lang } =
    loaderData;
  const path = category ? categoryPath(kind, category) : `/${kind}/list`;
  const crumbs = [
    ...(category ? [{ title: kindTitle(kind), to: `/${kind}/list` }] : []),
    ...trail.map(({ slug, ...one }) => ({ ...one, to: categoryPath(kind, slug) })),
  ];
  const hrefOf = (number: number) =>
    localizePath(path + listQuery({ page: number, sort, keyword: isTooLong ? "" : keyword }), locale);
  const isFiltered = keyword !== "" && !isTooLong;
  return (
    <Page title={title} lead={lead} crumbs={crumbs} lang={lang}>
      {tree.length > 0 && (
        <p className={styles["toCategories"]}>
          <a href={`#${categoriesId}`}>{t("categories")}</a>
        </p>
      )}
      <div className={styles["layout"]}>
        <div className={styles["main"]}>
          <ListTools action={localizePath(path, locale)} keyword={keyword} sort={sort} isKeywordTooLong={isTooLong} />
          <p className={styles["count"]} role="status">
            {isFiltered ? t("countFor", { count: total, keyword }) : t("count", { count: total })}
            {isFiltered && <SiteLink to={path}>{t("clear")}</SiteLink>}
          </p>
          {cards.length > 0 ? (
            <Cards cards={cards} />
          ) : (
            <EmptyState
              title={t("emptyTitle")}
              text={
                isFiltered ? t("emptyKeyword", { keyword, kind: kindTitle(kind).toLowerCase() }) : t("emptyCategory")
              }
            >
              <SiteLink to={`/${kind}/list`}>{t("showAll", { kind: kindTitle(kind).toLowerCase() })}</SiteLink>
            </EmptyState>
          )}
          <Pagination page={page} pages={pages} hrefOf={hrefOf} />
        </div>
        <div className={styles["side"]} id={categoriesId}>
          <CategoryTree kind={kind} categories={tree} />
          <Adverts />
        </div>
      </div>
    </Page>
  );
}

function Cards({ cards }: { cards: Route.ComponentProps["loaderData"]["cards"] }) {
  if (cards[0] && kindRow(cards[0].kind).card === "text")
    return cards.map((card) => <TextCard key={card.id} card={card} />);
  return (
    <div className={styles["grid"]}>
      {cards.map((card, index) => (
        <FadeUp key={card.id}>
          <PictureCard
            card={card}
            isFirst={index < 2}
            action={card.kind === "product" && <AddToInquiry id={card.id} title={card.title} isQuiet />}
          />
        </FadeUp>
      ))}
    </div>
  );
}

/** The adverts that stand beside lists. */
function Adverts() {
  return useAdverts("list-aside").map(({ id, title, summary, link }) => (
    <aside key={id} className={styles["advert"]} aria-label={title}>
      <p className={styles["advertTitle"]}>{link ? <SiteLink to={link}>{title}</SiteLink> : title}</p>
      {summary && <p>{summary}</p>}
    </aside>
  ));
}

/** The query of a list's address: only what isn't the default. */
function listQuery({ page, sort, keyword }: { page: number; sort: string; keyword: string }): string {
  const query = new URLSearchParams();
  if (keyword) query.set("keyword", keyword);
  if (sort !== "newest") query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}
