import { href } from "react-router";
import { useTranslation } from "react-i18next";
import buttons from "#app/components/ui/button.module.css";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import styles from "./login.module.css";

/** Renders help for visitors who receive no code. */
export function Help() {
  const { t } = useTranslation("login");
  return (
    <section className={`${styles["help"]} stack-4`}>
      <h2>{t("help")}</h2>
      <p>{t("helpText")}</p>
      <p>
        <SiteLink to={href("/contact-us")} className={buttons["quiet"]}>
          {t("contact")}
        </SiteLink>
      </p>
    </section>
  );
}
