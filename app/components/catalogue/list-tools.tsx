import { sorts, type Sort } from "../../contract/kinds.ts";
import buttons from "../ui/button.module.css";
import { useMessages } from "../ui/use-locale.ts";
import styles from "./list-tools.module.css";

type ListToolsProps = {
  /** Where the form leads: the list without its query. */
  action: string;
  keyword: string;
  sort: Sort;
  keywordLimit: number;
  isKeywordTooLong: boolean;
};

/** Keyword and order of a list, as a form whose address can be shared. */
export function ListTools({ action, keyword, sort, keywordLimit, isKeywordTooLong }: ListToolsProps) {
  const t = useMessages("catalogue");
  const errorId = isKeywordTooLong ? "keyword-error" : undefined;
  return (
    <form className={styles["tools"]} action={action} role="search">
      <div className={styles["field"]}>
        <label htmlFor="keyword">{t("list.keyword")}</label>
        {errorId && (
          <p id={errorId} className={styles["error"]}>
            {t("list.keywordTooLong", { max: keywordLimit })}
          </p>
        )}
        <input
          id="keyword"
          type="search"
          name="keyword"
          key={keyword}
          defaultValue={keyword}
          aria-invalid={isKeywordTooLong || undefined}
          aria-describedby={errorId}
        />
      </div>
      <div className={styles["field"]}>
        <label htmlFor="sort">{t("list.sort")}</label>
        <select id="sort" name="sort" key={sort} defaultValue={sort}>
          {sorts.map((one) => (
            <option key={one} value={one}>
              {t(`list.sorts.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className={buttons["quiet"]}>
        {t("list.apply")}
      </button>
    </form>
  );
}
