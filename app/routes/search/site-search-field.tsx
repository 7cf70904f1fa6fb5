import { useTranslation } from "react-i18next";
import { href, Form } from "react-router";
import { KeywordField } from "#app/components/search/keyword-field.tsx";
import tools from "#app/components/search/list-tools.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import buttons from "#app/components/ui/button.module.css";
import { maxKeywordLength } from "#app/services/api/contract/kinds.ts";
import { localizePath } from "#app/i18n/urls.ts";

export function SiteSearchField({ q, isTooLong }: { q: string; isTooLong: boolean }) {
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
