import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import styles from "#app/components/ui/list-tools.module.css";
import { useNavigateTo } from "#app/components/ui/navigate-to.ts";
import { maxKeywordLength, sorts, type Sort } from "#app/services/api/contract/kinds.ts";
import { KeywordField, useSyncedValue } from "./keyword-field.tsx";

type ListToolsProps = {
  /** URL of the list without its query. */
  action: string;
  keyword: string;
  /** `undefined` on the order sheet, which isn't sortable. */
  sort: Sort | undefined;
  isKeywordTooLong: boolean;
};

/** Renders a list's search field and sort order as a GET form, so that the URL can be shared. */
export function ListTools({ action, keyword, sort, isKeywordTooLong }: ListToolsProps) {
  const { t } = useTranslation("list");
  const navigateTo = useNavigateTo();
  /** Opens the form's URL, without empty fields. */
  const submitForm = (form: HTMLFormElement | null) => {
    const fields = [...new FormData(form ?? undefined)].filter(([, value]) => value !== "");
    navigateTo(`${action}?${new URLSearchParams(fields as [string, string][])}`);
  };
  return (
    <Form className={`${styles["tools"]} no-print`} action={action} role="search" aria-label={t("apply")}>
      {sort === undefined && <input type="hidden" name="view" value="sheet" />}
      <KeywordField
        name="keyword"
        label={t("keyword")}
        value={keyword}
        error={isKeywordTooLong ? t("keywordTooLong", { max: maxKeywordLength }) : undefined}
      />
      {sort !== undefined && (
        <SortField sort={sort} hasKeyword={keyword !== "" && !isKeywordTooLong} onChange={submitForm} />
      )}
      <button type="submit" className={buttons["quiet"]}>
        {t("apply")}
      </button>
    </Form>
  );
}

type SortFieldProps = { sort: Sort; hasKeyword: boolean; onChange: (form: HTMLFormElement | null) => void };

function SortField({ sort, hasKeyword, onChange }: SortFieldProps) {
  const { t } = useTranslation("list");
  return (
    <div className={styles["field"]}>
      <label htmlFor="sort" className="note">
        {t("sort")}
      </label>
      <select
        id="sort"
        name="sort"
        className="control"
        ref={useSyncedValue(sort)}
        defaultValue={sort}
        onChange={(event) => onChange(event.currentTarget.form)}
      >
        {sorts.map((sortName) => (
          <option key={sortName} value={sortName}>
            {/* With a keyword, the default `newest` sorts by relevance, so its label is “relevance”. */}
            {t(`sorts.${sortName === "newest" && hasKeyword ? "relevance" : sortName}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
