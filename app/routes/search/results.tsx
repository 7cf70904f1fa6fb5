import { useTranslation } from "react-i18next";
import { MarkedText, TextCard } from "#app/components/catalogue/card.tsx";
import { EmptyState } from "#app/components/catalogue/empty-state.tsx";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { ItemRow, ItemTable, TextRow } from "#app/components/item/item-line.tsx";
import { SimilarNames } from "#app/components/search/search-note.tsx";
import buttons from "#app/components/ui/button.module.css";
import { useKindsInUse, useKindTitle } from "#app/components/ui/page-data.ts";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getListPath } from "#app/i18n/urls.ts";
import { isKind } from "#app/services/api/contract/kinds.ts";
import type { Route } from "./+types/route";
import styles from "./search.module.css";

type ResultGroup = Route.ComponentProps["loaderData"]["groups"][number];

export function ResultCounts({ groups }: { groups: ResultGroup[] }) {
  const { t } = useTranslation(["search", "searching"]);
  const getKindTitle = useKindTitle();
  return (
    <nav aria-label={t("counts")}>
      <ul className={styles["counts"]}>
        {groups.map(({ kind, total }) => (
          <li key={kind}>
            <a href={`#${kind}`} className="tall-link">
              {t("count", { kind: getKindTitle(kind), count: total })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function KindResults({ q, isVerbatim, group }: { q: string; isVerbatim: boolean; group: ResultGroup }) {
  const { t } = useTranslation(["search", "searching"]);
  const getKindTitle = useKindTitle();
  const { kind, total, cards, lines } = group;
  const title = getKindTitle(kind);
  return (
    <section id={kind} className={styles["group"]}>
      <h2>{title}</h2>
      <div>
        {lines.length > 0 ? (
          <ItemTable columns={5}>
            {lines.map((line, index) => (
              <ProductHit key={line.id} line={line} card={cards[index]!} />
            ))}
          </ItemTable>
        ) : (
          cards.map((card) => (
            <TextCard
              key={card.id}
              card={card}
              headingLevel={3}
              category={card.state && <BatchStateMark state={card.state}>{card.word}</BatchStateMark>}
            />
          ))
        )}
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

type ProductHitProps = { line: ResultGroup["lines"][number]; card: ResultGroup["cards"][number] };

/** Renders a product as wherever products are listed, with the matched name and the matching passage below. */
function ProductHit({ line, card: { title, hit } }: ProductHitProps) {
  const { name, nameLang, extract } = hit ?? {};
  const texts = (name ?? extract) && (
    <TextRow>
      {name && (
        <p>
          <mark lang={nameLang}>{name}</mark>
        </p>
      )}
      {extract && (
        <p className="soft">
          <MarkedText {...extract} />
        </p>
      )}
    </TextRow>
  );
  return <ItemRow item={line} name={<MarkedText text={title} marks={hit?.title} />} after={texts} />;
}

export function NoResults({ q, near }: { q: string; near: string[] | undefined }) {
  const { t } = useTranslation(["search", "searching"]);
  return (
    <EmptyState title={t("emptyTitle")} text={t("none", { q })}>
      <AskLink kind="search" subject={q} className={buttons["primary"]}>
        {t("ask")}
      </AskLink>
      <PhoneLink className={buttons["quiet"]} />
      <SimilarNames names={near} />
      <KindLinks />
    </EmptyState>
  );
}

/** Links to the lists of all kinds, for the search page without a keyword. */
export function AllKinds() {
  return (
    <p className={`${styles["sections"]} buttons`}>
      <KindLinks />
    </p>
  );
}

function KindLinks() {
  const getKindTitle = useKindTitle();
  return useKindsInUse().map((kind) => (
    <SiteLink key={kind} to={getListPath(kind)} className="tall-link">
      {getKindTitle(kind)}
    </SiteLink>
  ));
}
