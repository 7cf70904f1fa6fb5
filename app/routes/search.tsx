import { useTranslation } from "react-i18next";
import { data, Form } from "react-router";
import { cardData } from "../components/catalogue/card-data.ts";
import { TextCard } from "../components/catalogue/card.tsx";
import { EmptyState } from "../components/catalogue/empty-state.tsx";
import { KeywordField } from "../components/catalogue/keyword-field.tsx";
import tools from "../components/catalogue/list-tools.module.css";
import { useKindTitle } from "../components/layout/kind-title.ts";
import { Page } from "../components/layout/page.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useLocale } from "../components/ui/use-locale.ts";
import { keywordLimit, kinds } from "../contract/kinds.ts";
import { localizePath } from "../i18n/urls.ts";
import type { Route } from "./+types/search";
import { apiOf } from "./middleware/api.ts";
import { getInstance } from "./middleware/i18next.ts";
import { pageMeta } from "./page-meta.ts";
import { isKeywordTooLong, readKeyword } from "./params.ts";
import styles from "./search.module.css";

/** Most results of each kind on this page; the kind's own list has them all. */
const perKind = 5;

export const handle = { messages: ["search"] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const q = readKeyword(url, "q");
  const isTooLong = isKeywordTooLong(q);
  const { content } = apiOf(context);
  const wanted = q && !isTooLong ? kinds : [];
  const lists = await Promise.all(wanted.map((kind) => content.list(kind, { keyword: q, pageSize: perKind })));
  const groups = lists
    .map(({ total, rows }, index) => ({
      kind: kinds[index]!,
      total,
      cards: rows.map((row) => cardData(kinds[index]!, row, "text")),
    }))
    .filter(({ total }) => total > 0);
  const t = getInstance(context).getFixedT(null, "search");
  const title = q && !isTooLong ? t("titleFor", { q }) : t("title");
  return data({ q, isTooLong, groups, title }, { status: isTooLong ? 400 : 200 });
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { title: loaderData.title, isHidden: loaderData.q !== "" }) : [];
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("search");
  const { q, isTooLong, groups } = loaderData;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const isAnswered = q !== "" && !isTooLong;
  return (
    <Page title={t("title")} lead={isAnswered && total > 0 ? t("summary", { q, count: total }) : t("prompt")}>
      <SearchField q={q} isTooLong={isTooLong} />
      {groups.map((group) => (
        <Group key={group.kind} q={q} group={group} />
      ))}
      {!isAnswered && (
        <p className={styles["sections"]}>
          <Sections />
        </p>
      )}
      {isAnswered && total === 0 && (
        <EmptyState title={t("emptyTitle")} text={t("none", { q })}>
          <Sections />
        </EmptyState>
      )}
    </Page>
  );
}

function SearchField({ q, isTooLong }: { q: string; isTooLong: boolean }) {
  const { t } = useTranslation("search");
  const locale = useLocale();
  return (
    <Form role="search" aria-label={t("title")} className={tools["tools"]} action={localizePath("/search", locale)}>
      <KeywordField
        name="q"
        label={t("keyword")}
        value={q}
        error={isTooLong ? t("tooLong", { max: keywordLimit }) : undefined}
      />
      <button type="submit" className={buttons["primary"]}>
        {t("submit")}
      </button>
    </Form>
  );
}

function Group({ q, group }: { q: string; group: Route.ComponentProps["loaderData"]["groups"][number] }) {
  const { t } = useTranslation("search");
  const kindTitle = useKindTitle();
  const { kind, total, cards } = group;
  const title = kindTitle(kind);
  return (
    <section className={styles["group"]}>
      <h2>{title}</h2>
      <div>
        {cards.map((card) => (
          <TextCard key={card.id} card={card} headingLevel={3} />
        ))}
        {total > cards.length && (
          <p className={styles["all"]}>
            <SiteLink to={`/${kind}/list?${new URLSearchParams({ keyword: q })}`}>
              {t("all", { count: total, kind: title })}
            </SiteLink>
          </p>
        )}
      </div>
    </section>
  );
}

/** Where to look around for who has no word to search for. */
function Sections() {
  const kindTitle = useKindTitle();
  return kinds.map((kind) => (
    <SiteLink key={kind} to={`/${kind}/list`} className={styles["section"]}>
      {kindTitle(kind)}
    </SiteLink>
  ));
}
