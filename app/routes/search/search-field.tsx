import { useTranslation } from "react-i18next";
import { href, Form } from "react-router";
import { KeywordField } from "../../components/search/keyword-field.tsx";
import tools from "../../components/search/list-tools.module.css";
import { useLocale } from "../../components/ui/page-data.ts";
import buttons from "../../components/ui/button.module.css";
import { maxKeywordLength } from "../../services/api/contract/kinds.ts";
import { localizePath } from "../../i18n/urls.ts";

export function SearchField({ q, isTooLong }: { q: string; isTooLong: boolean }) {
  const { t } = useTranslation(["search", "searching"]);
  const locale = useLocale();
  return (
    <Form
      role="search"
      aria-label={t("title")}
      className={`${tools["tools"]} no-print`}
      action={localizePath(href("/search"), locale)}
    >
      <KeywordField
        name="q"
        label={t("keyword")}
        value={q}
        error={isTooLong ? t("tooLong", { max: maxKeywordLength }) : undefined}
      />
      <button type="submit" className={buttons["primary"]}>
        {t("submit")}
      </button>
    </Form>
  );
}
