import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import tools from "#app/components/ui/list-tools.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";
import styles from "./batch-lookup.module.css";

/** Renders the batch look-up below `children`. */
export function BatchLookup({ children, ...field }: ComponentProps<"input">) {
  const { t } = useTranslation("info");
  return (
    <Form action={localizePath(href("/batch"), useLocale())} className={`${tools["tools"]} no-print`} noValidate>
      {children && <div className={styles["message"]}>{children}</div>}
      <div className={tools["field"]}>
        <label htmlFor="number" className="note">
          {t("batchNumber")}
        </label>
        <input id="number" name="number" className="control" required {...field} />
      </div>
      <button type="submit" className={buttons["primary"]}>
        {t("lookUp")}
      </button>
    </Form>
  );
}
