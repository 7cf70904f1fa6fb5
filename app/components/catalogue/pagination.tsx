import { useTranslation } from "react-i18next";
import { formatNumber } from "../../i18n/format.ts";
import { PageLink } from "../ui/site-link.tsx";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./pagination.module.css";

type PaginationProps = {
  page: number;
  pages: number;
  /** Address of a page, with prefix and query. */
  hrefOf: (page: number) => string;
};

/** Pages of a list, each with an address of its own. */
export function Pagination({ page, pages, hrefOf }: PaginationProps) {
  const { t } = useTranslation("list");
  const locale = useLocale();
  if (pages <= 1) return null;
  return (
    <nav className={styles["pages"]} aria-label={t("pagination")}>
      {page > 1 && (
        <PageLink to={hrefOf(page - 1)} rel="prev" className={styles["step"]}>
          {t("previousPage")}
        </PageLink>
      )}
      <ol className={styles["numbers"]}>
        {shownPages(page, pages).map((number, index, all) => (
          <li key={number} className={index > 0 && number - all[index - 1]! > 1 ? styles["gap"] : undefined}>
            <PageLink
              to={hrefOf(number)}
              aria-label={t("page", { page: number })}
              aria-current={number === page ? "page" : undefined}
              className={styles["number"]}
            >
              {formatNumber(number, locale)}
            </PageLink>
          </li>
        ))}
      </ol>
      {page < pages && (
        <PageLink to={hrefOf(page + 1)} rel="next" className={styles["step"]}>
          {t("nextPage")}
        </PageLink>
      )}
    </nav>
  );
}

/** The first page, the last, and those around the current one. */
export function shownPages(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages];
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
}
