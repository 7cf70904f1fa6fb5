import { useTranslation } from "react-i18next";
import { CategoryTree } from "./category-tree.tsx";
import { useAdverts } from "#app/components/ui/page-data.ts";
import { LinkedTitle } from "#app/components/ui/site-link.tsx";
import styles from "./list.module.css";
import type { ListData } from "./results.tsx";

/** Id of the categories. On phones, a link above the list leads to them. */
const categoriesId = "categories";

export function LinkToCategories({ tree }: Pick<ListData, "tree">) {
  const { t } = useTranslation("list");
  if (tree.length === 0) return null;
  return (
    <p className={styles["toCategories"]}>
      <a href={`#${categoriesId}`}>{t("categories")}</a>
    </p>
  );
}

export function Side({ kind, tree, isSheet }: Pick<ListData, "kind" | "tree" | "isSheet">) {
  return (
    <div className={`${styles["side"]} no-print`} id={categoriesId}>
      <CategoryTree kind={kind} categories={tree} query={isSheet ? "?view=sheet" : ""} />
      {!isSheet && <Adverts />}
    </div>
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
