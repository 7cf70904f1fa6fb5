import { useTranslation } from "react-i18next";
import { data, Form } from "react-router";
import { TextCard } from "../../components/catalogue/card.tsx";
import { EmptyState } from "../../components/catalogue/empty-state.tsx";
import { KeywordField } from "../../components/search/keyword-field.tsx";
import tools from "../../components/search/list-tools.module.css";
import { useKindTitle, useLocale, useSettings } from "../../components/ui/page-data.ts";
import { Page } from "../../components/layout/page.tsx";
import buttons from "../../components/ui/button.module.css";
import { SiteLink } from "../../components/ui/site-link.tsx";
import { NearNames, SearchNote } from "../../components/search/search-note.tsx";
import { getKindsInUse, isKind, maxKeywordLength } from "../../services/api/contract/kinds.ts";
import { localizePath } from "../../i18n/urls.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { getApi, getT } from "../../http/request-context.ts";
import { createPageMeta } from "../../components/meta/page-meta.ts";
import { isKeywordTooLong, readKeyword, readVerbatim } from "../../http/params.ts";
import { countMissedSearch, loadSearchData } from "../../loaders/searches.server.ts";
import styles from "./search.module.css";

export const handle = { messages: ["search", "searching"], query: ["q", "verbatim"] } satisfies Handle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const q = readKeyword(url, "q");
  const isTooLong = isKeywordTooLong(q);
  const isVerbatim = readVerbatim(url);
  const hasSearched = q !== "" && !isTooLong;
  const results = hasSearched
    ? await loadSearchData(getApi(context), q, isVerbatim)
    : { groups: [], remark: undefined };
  const t = getT(context, "search");
  const title = hasSearched ? t("titleFor", { q }) : t("title");
  const headers = hasSearched ? countMissedSearch(context, q, results.groups.length) : undefined;
  return data({ q, isTooLong, isVerbatim, title, ...results }, { status: isTooLong ? 400 : 200, headers });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { title: loaderData.title, isHidden: loaderData.q !== "" }) : [];
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["search", "searching"]);
  const { q, isTooLong, groups, remark } = loaderData;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const hasSearched = q !== "" && !isTooLong;
  return (
    <Page
      title={t("title")}
      lead={hasSearched && total > 0 ? t("summary", { q: remark?.meant ?? q, count: total }) : t("prompt")}
    >
      <SearchField q={q} isTooLong={isTooLong} />
      {hasSearched && <SearchNote q={q} path="/search" name="q" remark={remark} />}
      {hasSearched && groups.length > 1 && <ResultCounts groups={groups} />}
      {groups.map((group) => (
        <KindResults key={group.kind} q={q} isVerbatim={loaderData.isVerbatim} group={group} />
      ))}
      {!hasSearched && (
        <p className={styles["sections"]}>
          <KindLinks />
        </p>
      )}
      {hasSearched && total === 0 && (
        <EmptyState title={t("emptyTitle")} text={t("none", { q })}>
          <NearNames names={remark?.near} />
          <KindLinks />
          <SiteLink to="/contact-us" className={styles["section"]}>
            {t("ask")}
          </SiteLink>
        </EmptyState>
      )}
    </Page>
  );
}

function SearchField({ q, isTooLong }: { q: string; isTooLong: boolean }) {
  const { t } = useTranslation(["search", "searching"]);
  const locale = useLocale();
  return (
    <Form
      role="search"
      aria-label={t("title")}
      className={`${tools["tools"]} no-print`}
      action={localizePath("/search", locale)}
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

type ResultGroup = Route.ComponentProps["loaderData"]["groups"][number];

/** Shows the number of results of each kind, with links to them on this page. */
function ResultCounts({ groups }: { groups: ResultGroup[] }) {
  const { t } = useTranslation(["search", "searching"]);
  const getKindTitle = useKindTitle();
  return (
    <nav aria-label={t("counts")}>
      <ul className={styles["counts"]}>
        {groups.map(({ kind, total }) => (
          <li key={kind}>
            <a href={`#${kind}`}>{t("count", { kind: getKindTitle(kind), count: total })}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows the results of a kind, with a link to its list if there are more. */
function KindResults({ q, isVerbatim, group }: { q: string; isVerbatim: boolean; group: ResultGroup }) {
  const { t } = useTranslation(["search", "searching"]);
  const getKindTitle = useKindTitle();
  const { kind, total, cards } = group;
  const title = getKindTitle(kind);
  return (
    <section id={kind} className={styles["group"]}>
      <h2>{title}</h2>
      <div>
        {cards.map((card) => (
          <TextCard key={card.id} card={card} headingLevel={3} />
        ))}
        {isKind(kind) && total > cards.length && (
          <p className={styles["all"]}>
            <SiteLink to={`/${kind}/list?${new URLSearchParams({ keyword: q, ...(isVerbatim && { verbatim: "1" }) })}`}>
              {t("all", { count: total, kind: title })}
            </SiteLink>
          </p>
        )}
      </div>
    </section>
  );
}

/** Links to the lists of all kinds, for visitors without a keyword or without results. */
function KindLinks() {
  const getKindTitle = useKindTitle();
  return getKindsInUse(useSettings()).map((kind) => (
    <SiteLink key={kind} to={`/${kind}/list`} className={styles["section"]}>
      {getKindTitle(kind)}
    </SiteLink>
  ));
}
