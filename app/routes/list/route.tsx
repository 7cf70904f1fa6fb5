import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import { useAdverts, useKindTitle } from "#app/components/ui/page-data.ts";
import { Page } from "#app/components/ui/page.tsx";
import { LinkedTitle } from "#app/components/ui/site-link.tsx";
import type { Handle } from "#app/handle.ts";
import { getKindOfPath, readListParams } from "#app/http/params.ts";
import { getApi } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { getListPath } from "#app/i18n/urls.ts";
import { countMissedSearch, searchKinds } from "#app/loaders/searches.server.ts";
import { getKindRow } from "#app/services/api/contract/kinds.ts";
import type { Route } from "./+types/route";
import { CategoryTree } from "./category-tree.tsx";
import { loadListData } from "./data.server.ts";
import styles from "./list.module.css";
import { Results } from "./results.tsx";

export const handle = {
  messages: ["list", "lines", "searching", "info"],
  query: ["page", "keyword", "sort", "verbatim", "view"],
} satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const kind = getKindOfPath(url.pathname);
  const listParams = readListParams(url, params["*"]);
  const list = kind && listParams && (await loadListData(context, kind, listParams));
  if (!list) throw notFound(args);
  const { keyword, total, isTooLong } = list;
  const isMissing = keyword !== "" && total === 0 && !isTooLong;
  const isElsewhere = isMissing && (await searchKinds(getApi(context), { keyword, pageSize: 1 })).some(hasItems);
  const headers =
    isTooLong || isElsewhere ? undefined : countMissedSearch(context, keyword, total, list.interpretation);
  return data({ ...list, isElsewhere }, { status: list.isTooLong ? 400 : 200, headers });
}

const hasItems = ({ total }: { total: number }) => total > 0;

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { headTitle, lead, page, isDefaultSort, isSheet, keyword, total } = loaderData;
  const isHidden = keyword !== "" || !isDefaultSort || isSheet || total === 0;
  const query = page > 1 ? `?page=${page}` : "";
  return createPageMeta(args, { title: headTitle, description: lead, query, isHidden });
}

export default function List({ loaderData }: Route.ComponentProps) {
  const getKindTitle = useKindTitle();
  const { t } = useTranslation("list");
  const { kind, category, title, lead, trail, tree, lang, isSheet } = loaderData;
  const path = getListPath(kind, category);
  const crumbs = [
    ...(category || isSheet ? [{ title: getKindTitle(kind), to: getListPath(kind) }] : []),
    ...trail.map(({ slug, ...ancestor }) => ({ ...ancestor, to: getListPath(kind, slug) })),
    ...(category && isSheet ? [{ title, lang, to: path }] : []),
  ];
  const isWide = getKindRow(kind).isAlphabetical ?? false;
  const heading = isSheet ? { title: t("sheet.title"), lead: t("sheet.lead") } : { title, lead, lang };
  return (
    <Page {...heading} crumbs={crumbs} isDense={isWide}>
      <div className={styles[isWide ? "wide" : "layout"]}>
        <div className={`${styles["side"]} no-print`}>
          <CategoryTree kind={kind} categories={tree} query={isSheet ? "?view=sheet" : ""} />
          {!isWide && <Adverts />}
        </div>
        <div>
          <Results list={loaderData} path={path} />
        </div>
      </div>
    </Page>
  );
}

function Adverts() {
  return useAdverts("list-aside").map(({ id, title, summary, link, lang }) => (
    <aside key={id} className={`${styles["advert"]} note`} aria-label={title} lang={lang}>
      <p className={styles["advertTitle"]}>
        <LinkedTitle to={link} title={title} />
      </p>
      {summary && <p>{summary}</p>}
    </aside>
  ));
}
