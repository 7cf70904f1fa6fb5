import { maxKeywordLength, sorts, type Sort } from "#app/services/api/contract/kinds.ts";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import buttons from "../ui/button.module.css";
import { useNavigateTo } from "../ui/navigate-to.ts";
import { KeywordField, useSyncedValue } from "./keyword-field.tsx";
import styles from "./list-tools.module.css";

type ListToolsProps = {
  /** URL of the list without its query. */
  action: string;
  keyword: string;
  sort: Sort;
  isKeywordTooLong: boolean;
};

/** A form for the keyword and the order of a list. It uses GET, so that the URL can be shared. */
export function ListTools({ action, keyword, sort, isKeywordTooLong }: ListToolsProps) {
  const { t } = useTranslation("list");
  const navigateTo = useNavigateTo();
  /** Submits the form when a field changes, so that its button isn't needed. */
  const submitForm = (form: HTMLFormElement | null) => {
    const fields = [...new FormData(form ?? undefined)].filter(([, value]) => value !== "");
    navigateTo(`${action}?${new URLSearchParams(fields as [string, string][])}`);
  };
  return (
    <Form className={`${styles["tools"]} no-print`} action={action} role="search" aria-label={t("apply")}>
      <KeywordField
        name="keyword"
        label={t("keyword")}
        value={keyword}
        error={isKeywordTooLong ? t("keywordTooLong", { max: maxKeywordLength }) : undefined}
      />
      <div className={styles["field"]}>
        <label htmlFor="sort" className="note">
          {t("sort")}
        </label>
        <select
          id="sort"
          name="sort"
          ref={useSyncedValue(sort)}
          defaultValue={sort}
          onChange={(event) => submitForm(event.currentTarget.form)}
        >
          {sorts.map((sortName) => (
            <option key={sortName} value={sortName}>
              {/* The results of a search have no other first order than how well they match. */}
              {t(`sorts.${sortName === "newest" && keyword && !isKeywordTooLong ? "relevance" : sortName}`)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className={buttons["quiet"]}>
        {t("apply")}
      </button>
    </Form>
  );
}
