import { useTranslation } from "react-i18next";
import { useLocale } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { formatNumber } from "#app/i18n/format.ts";
import { getListPath } from "#app/i18n/urls.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import styles from "./category-tree.module.css";

export type CategoryNode = { slug: string; title: string; total?: number; lang?: string; children: CategoryNode[] };

type CategoryTreeProps = {
  kind: Kind;
  categories: CategoryNode[];
  /** Query of every link: `?view=sheet` on the order sheet, otherwise empty. */
  query: string;
};

/** Links to visible categories, and marks the current one. */
export function CategoryTree({ kind, categories, query }: CategoryTreeProps) {
  const { t } = useTranslation("list");
  if (categories.length === 0) return null;
  return (
    <nav aria-label={t("categories")}>
      <ul>
        <li>
          <SiteLink to={getListPath(kind) + query} className={styles["link"]} end>
            {t("all")}
          </SiteLink>
        </li>
        <Nodes kind={kind} nodes={categories} query={query} />
      </ul>
    </nav>
  );
}

function Nodes({ kind, nodes, query }: { kind: Kind; nodes: CategoryNode[]; query: string }) {
  const locale = useLocale();
  return nodes.map(({ slug, title, total, lang, children }) => (
    <li key={slug}>
      <SiteLink to={getListPath(kind, slug) + query} className={styles["link"]} lang={lang} end>
        {title}
        {total !== undefined && <span className={styles["total"]}>{formatNumber(total, locale)}</span>}
      </SiteLink>
      {children.length > 0 && (
        <ul className={styles["children"]}>
          <Nodes kind={kind} nodes={children} query={query} />
        </ul>
      )}
    </li>
  ));
}
