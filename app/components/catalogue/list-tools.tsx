import { keywordLimit, sorts, type Sort } from "../../contract/kinds.ts";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import buttons from "../ui/button.module.css";
import { useNavigateTo } from "../ui/use-navigate-to.ts";
import { KeywordField } from "./keyword-field.tsx";
import styles from "./list-tools.module.css";
import { useShownValue } from "./use-shown-value.ts";

type ListToolsProps = {
  /** Where the form leads: the list without its query. */
  action: string;
  keyword: string;
  sort: Sort;
  isKeywordTooLong: boolean;
};

/** Keyword and order of a list, as a form whose address can be shared. */
export function ListTools({ action, keyword, sort, isKeywordTooLong }: ListToolsProps) {
  const { t } = useTranslation("list");
  const navigateTo = useNavigateTo();
  /** Shows the list as the form asks for it, without a press of its button. */
  const show = (form: HTMLFormElement | null) => {
    const fields = [...new FormData(form ?? undefined)].filter(([, value]) => value !== "");
    navigateTo(`${action}?${new URLSearchParams(fields as [string, string][])}`);
  };
  return (
    <Form className={styles["tools"]} action={action} role="search" aria-label={t("apply")}>
      <KeywordField
        name="keyword"
        label={t("keyword")}
        value={keyword}
        error={isKeywordTooLong ? t("keywordTooLong", { max: keywordLimit }) : undefined}
      />
      <div className={styles["field"]}>
        <label htmlFor="sort">{t("sort")}</label>
        <select
          id="sort"
          name="sort"
          ref={useShownValue(sort)}
          defaultValue={sort}
          onChange={(event) => show(event.currentTarget.form)}
        >
          {sorts.map((one) => (
            <option key={one} value={one}>
              {t(`sorts.${one}`)}
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
