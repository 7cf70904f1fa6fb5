import { useTranslation } from "react-i18next";
import { PictureCard, TextCard } from "#app/components/catalogue/card.tsx";
import { EmptyState } from "#app/components/catalogue/empty-state.tsx";
import { Pagination } from "#app/components/catalogue/pagination.tsx";
import { AddToInquiry } from "#app/components/forms/add-to-inquiry.tsx";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { CompositionLegend } from "#app/components/item/composition-row.tsx";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { ListTools } from "#app/components/search/list-tools.tsx";
import { SearchNote, SimilarNames } from "#app/components/search/search-note.tsx";
import buttons from "#app/components/ui/button.module.css";
import { useKindTitle, useLocale } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import type { ListParams } from "#app/http/params.ts";
import { getListPath, getSearchPath, localizePath } from "#app/i18n/urls.ts";
import { getKindRow } from "#app/services/api/contract/kinds.ts";
import type { Route } from "./+types/route";
import styles from "./list.module.css";
import { PasteField, Sheet } from "./sheet.tsx";

export type ListData = Route.ComponentProps["loaderData"];

/** @param path path of the list, without prefix */
export function Results({ list, path }: { list: ListData; path: string }) {
  const { t } = useTranslation("list");
  const locale = useLocale();
  const kindName = useKindTitle()(list.kind);
  const { kind, sort, keyword, isTooLong, total, cards, letters, interpretation, isElsewhere, isSheet, sheet } = list;
  const isFiltered = keyword !== "" && !isTooLong;
  const query = { ...list, keyword: isFiltered ? keyword : "" };
  const sheetPath = `${path}?view=sheet`;
  const createHref = (number: number) => localizePath(path + createListQuery({ ...query, page: number }), locale);
  return (
    <>
      <div className={styles["tools"]}>
        {/* A short list needs no search or sorting, unless it is the order sheet or its URL has a query. */}
        {(isSheet || list.isLong || createListQuery({ ...query, page: 1 }) !== "" || isTooLong) && (
          <ListTools
            action={localizePath(path, locale)}
            keyword={keyword}
            sort={isSheet ? undefined : sort}
            isKeywordTooLong={isTooLong}
          />
        )}
        {sheet && <PasteField />}
        {letters.length > 1 && (
          <p lang="zh-Latn" className={`${styles["letters"]} no-print`}>
            {letters.map(({ letter, href }) => (
              <a key={letter} href={href}>
                {letter}
              </a>
            ))}
          </p>
        )}
        <p className={`${styles["count"]} note no-print`} role="status">
          {isFiltered
            ? t("countFor", { count: total, keyword: interpretation?.meant ?? keyword })
            : t("count", { count: total })}
          {isFiltered && <SiteLink to={isSheet ? sheetPath : path}>{t("clear")}</SiteLink>}
          {kind === "product" && (
            <SiteLink to={isSheet ? path : sheetPath}>{t(isSheet ? "sheet.pictures" : "sheet.title")}</SiteLink>
          )}
        </p>
      </div>
      {isFiltered && <SearchNote q={keyword} path={path} name="keyword" interpretation={interpretation} />}
      {sheet ? (
        <Sheet key={`${path} ${keyword}`} sheet={sheet} />
      ) : cards.length > 0 ? (
        <Cards kind={kind} cards={cards} />
      ) : (
        <EmptyState
          title={t("emptyTitle")}
          text={
            isFiltered ? t(isElsewhere ? "emptyHere" : "emptyKeyword", { keyword, kind: kindName }) : t("emptyCategory")
          }
        >
          {isFiltered && (
            <AskLink kind="search" subject={keyword} className={buttons["quiet"]}>
              {t("ask")}
            </AskLink>
          )}
          <SimilarNames names={isFiltered ? interpretation?.near : undefined} />
          {isElsewhere && <SiteLink to={getSearchPath(keyword)}>{t("searchAll")}</SiteLink>}
          <SiteLink to={getListPath(kind)}>{t("showAll", { kind: kindName })}</SiteLink>
        </EmptyState>
      )}
      <Pagination page={list.page} pageCount={list.pageCount} createHref={createHref} />
    </>
  );
}

function Cards({ kind, cards }: Pick<ListData, "kind" | "cards">) {
  const { card: look, isMedicine } = getKindRow(kind);
  if (look === "text") return cards.map((card) => <TextCard key={card.id} card={card} />);
  const herbs = cards.flatMap(({ composition }) => composition?.herbs ?? []);
  return (
    <div className="stack-3">
      {herbs.length > 0 && <CompositionLegend herbs={herbs} />}
      <div className={`${styles["grid"]} ${styles[isMedicine ? kind : "sentences"]}`}>
        {cards.map((card, index) => (
          <FadeUp key={card.id} isCard>
            <PictureCard
              card={card}
              isFirst={index < 2}
              action={kind === "product" && <AddToInquiry id={card.id} title={card.title} look="quiet" />}
            />
          </FadeUp>
        ))}
      </div>
    </div>
  );
}

function createListQuery(params: Omit<ListParams, "category">): string {
  const { page, sort, isDefaultSort, keyword, isVerbatim, isSheet } = params;
  const query = new URLSearchParams();
  if (keyword) query.set("keyword", keyword);
  if (keyword && isVerbatim) query.set("verbatim", "1");
  if (isSheet) query.set("view", "sheet");
  else if (!isDefaultSort) query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}
