import { useTranslation } from "react-i18next";
import { useLocale } from "#app/components/ui/page-data.ts";
import { formatNumber } from "#app/i18n/format.ts";
import styles from "./pagination.module.css";

type PaginationProps = {
  page: number;
  pageCount: number;
  /** Returns a page's URL, with language prefix and query. */
  createHref: (page: number) => string;
};

export function Pagination({ page, pageCount, createHref }: PaginationProps) {
  const { t } = useTranslation("list");
  const locale = useLocale();
  if (pageCount <= 1) return null;
  return (
    <nav className={`${styles["pages"]} no-print`} aria-label={t("pagination")}>
      {page > 1 && (
        <a href={createHref(page - 1)} rel="prev" className={styles["step"]}>
          {t("previousPage")}
        </a>
      )}
      <ol className={styles["numbers"]}>
        {listPageNumbers(page, pageCount).map((number, index, numbers) => (
          <li key={number} className={index > 0 && number - numbers[index - 1]! > 1 ? styles["gap"] : undefined}>
            <a
              href={createHref(number)}
              aria-label={t("page", { page: number })}
              aria-current={number === page ? "page" : undefined}
              className={styles["number"]}
            >
              {formatNumber(number, locale)}
            </a>
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <a href={createHref(page + 1)} rel="next" className={styles["step"]}>
          {t("nextPage")}
        </a>
      )}
    </nav>
  );
}

/** Lists the first, previous, current, next and last page. */
export function listPageNumbers(page: number, pageCount: number): number[] {
  const numbers = [1, page - 1, page, page + 1, pageCount];
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
}
