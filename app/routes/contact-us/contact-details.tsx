import { useTranslation } from "react-i18next";
import { ContactList } from "#app/components/layout/site-footer.tsx";
import buttons from "#app/components/ui/button.module.css";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import type { Route } from "./+types/route";
import styles from "./contact-us.module.css";

export function ContactDetails({ map }: Pick<Route.ComponentProps["loaderData"], "map">) {
  const { t } = useTranslation("contact");
  return (
    <section className="stack-4">
      <h2>{t("reach")}</h2>
      <ContactList />
      {map?.url && (
        <p>
          <SiteLink to={map.url} className={buttons["quiet"]}>
            {t("map")}
          </SiteLink>
        </p>
      )}
      {map && !map.url && (
        <p className={`${styles["coordinates"]} note`}>
          {t("coordinates", { latitude: map.lat.toFixed(4), longitude: map.lng.toFixed(4) })}
        </p>
      )}
    </section>
  );
}
