import { useTranslation } from "react-i18next";
import { href, Form } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";

export function LogoutForm({ canEndAll }: { canEndAll: boolean }) {
  const { t } = useTranslation("login");
  return (
    <Form method="post" action={localizePath(href("/login"), useLocale())} className="stack-4">
      <p>{t("inside")}</p>
      <p>
        <button type="submit" name="intent" value="logout" className={buttons["primary"]}>
          {t("logOut")}
        </button>
      </p>
      {canEndAll && (
        <p>
          <button type="submit" name="intent" value="logout-everywhere" className={buttons["quiet"]}>
            {t("logOutEverywhere")}
          </button>
        </p>
      )}
    </Form>
  );
}
