import { useTranslation } from "react-i18next";
import { data, Form, href } from "react-router";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import { KeywordField } from "#app/components/search/keyword-field.tsx";
import { SearchNote } from "#app/components/search/search-note.tsx";
import buttons from "#app/components/ui/button.module.css";
import tools from "#app/components/ui/list-tools.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import { Page } from "#app/components/ui/page.tsx";
import type { Handle } from "#app/handle.ts";
import { isKeywordTooLong, readKeyword, readVerbatim } from "#app/http/params.ts";
import { getT } from "#app/http/request-context.ts";
import { redirectTo } from "#app/http/responses.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import { findByNumber } from "#app/loaders/numbers.server.ts";
import { countMissedSearch, loadSearchData } from "#app/loaders/searches.server.ts";
import { maxKeywordLength } from "#app/services/api/contract/kinds.ts";
import { notFoundCacheControl } from "#app/services/runtime/web/http-cache.ts";
import type { Route } from "./+types/route";
import { AllKinds, KindResults, NoResults, ResultCounts } from "./results.tsx";

export const handle = { messages: ["search", "searching", "lines"], query: ["q", "verbatim"] } satisfies Handle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const q = readKeyword(url, "q");
  const isTooLong = isKeywordTooLong(q);
  const isVerbatim = readVerbatim(url);
  const hasSearched = q !== "" && !isTooLong;
  const exactMatch = hasSearched && !isVerbatim ? await findByNumber(context, q) : undefined;
  if (exactMatch) {
    const path = localizePath(exactMatch.path, splitLocale(url.pathname).locale);
    throw redirectTo(path, { headers: { "Cache-Control": notFoundCacheControl } });
  }
  const results = hasSearched
    ? await loadSearchData(context, q, isVerbatim)
    : { groups: [], interpretation: undefined };
  const t = getT(context, "search");
  const title = hasSearched ? t("titleFor", { q }) : t("title");
  const headers = hasSearched
    ? countMissedSearch(context, q, results.groups.length, results.interpretation)
    : undefined;
  return data({ q, isTooLong, isVerbatim, title, ...results }, { status: isTooLong ? 400 : 200, headers });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { title: loaderData.title, isHidden: loaderData.q !== "" }) : [];
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["search", "searching"]);
  const { q, isTooLong, groups, interpretation } = loaderData;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const hasSearched = q !== "" && !isTooLong;
  return (
    <Page
      title={t("title")}
      lead={hasSearched && total > 0 ? t("summary", { q: interpretation?.meant ?? q, count: total }) : t("prompt")}
    >
      <SiteSearchField q={q} isTooLong={isTooLong} />
      {hasSearched && <SearchNote q={q} path={href("/search")} name="q" interpretation={interpretation} />}
      {hasSearched && groups.length > 1 && <ResultCounts groups={groups} />}
      {groups.map((group) => (
        <KindResults key={group.kind} q={q} isVerbatim={loaderData.isVerbatim} group={group} />
      ))}
      {!hasSearched && <AllKinds />}
      {hasSearched && total === 0 && <NoResults q={q} near={interpretation?.near} />}
    </Page>
  );
}

function SiteSearchField({ q, isTooLong }: { q: string; isTooLong: boolean }) {
  const { t } = useTranslation(["search", "searching"]);
  const locale = useLocale();
  return (
    <Form
      role="search"
      aria-label={t("title")}
      className={`${tools["tools"]} no-print`}
      action={localizePath(href("/search"), locale)}
    >
      <KeywordField
        name="q"
        label={t("keyword")}
        value={q}
        error={isTooLong ? t("tooLong", { max: maxKeywordLength }) : undefined}
      />
      <button type="submit" className={buttons["primary"]}>
        {t("submit")}
      </button>
    </Form>
  );
}
