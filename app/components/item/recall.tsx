import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { useSharedData } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath, splitLocale } from "#app/i18n/urls.ts";
import { BatchStateMark } from "./batch-state.tsx";
import styles from "./recall.module.css";

/** Links to the latest recall in one line, on every page but that batch's own ones. Pages about a recall print it themselves. */
export function RecallLine() {
  const { t } = useTranslation();
  const { path } = splitLocale(useLocation().pathname);
  const recalls = useSharedData()?.recalls ?? [];
  const [latest, ...others] = recalls.filter(({ id }) => !`${path}/`.startsWith(`${getContentPath("batch", id)}/`));
  if (!latest) return null;
  return (
    <aside className={`${styles["line"]} no-print`} aria-label={t("recall.label")}>
      <div className="page-width">
        <BatchStateMark state="recalled">{t("recall.recalled")}</BatchStateMark>{" "}
        <SiteLink to={getContentPath("batch", latest.id)} lang={latest.lang}>
          {latest.title}
        </SiteLink>{" "}
        {others.length > 0 && <SiteLink to={href("/batch")}>{t("recall.all")}</SiteLink>}
      </div>
    </aside>
  );
}
