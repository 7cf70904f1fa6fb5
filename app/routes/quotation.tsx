import steps from "../components/catalogue/info-sections.module.css";
import { Page } from "../components/layout/page.tsx";
import { useSettings } from "../components/layout/shared-data.ts";
import { ContactList } from "../components/layout/site-footer.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useLocale, useMessages } from "../components/ui/use-locale.ts";
import { privateNoStore } from "../platform/http-cache.ts";
import type { Route } from "./+types/quotation";
import { messagesOf } from "./middleware/messages.ts";
import { pageMeta } from "./page-meta.ts";
import styles from "./quotation.module.css";

export const handle = { messages: ["pages"] };

export function loader({ context }: Route.LoaderArgs) {
  const t = messagesOf(context).getFixedT(null, ["common", "pages"]);
  return { title: t("common:pages.quotation"), lead: t("pages:quotation.lead") };
}

export function headers() {
  return { "Cache-Control": privateNoStore };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { title: loaderData.title, description: loaderData.lead }) : [];
}

export default function Quotation({ loaderData }: Route.ComponentProps) {
  const t = useMessages("pages");
  const { email } = useSettings(useLocale());
  const points = t("quotation.includeItems", { returnObjects: true });
  return (
    <Page title={loaderData.title} lead={loaderData.lead}>
      <div className={styles["layout"]}>
        <section className={styles["section"]}>
          <h2>{t("quotation.how")}</h2>
          <ol className={steps["steps"]}>
            {(["choose", "send", "answer", "sample"] as const).map((step) => (
              <li key={step}>
                <h3>{t(`quotation.steps.${step}`)}</h3>
                <p>{t(`quotation.steps.${step}Text`)}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className={styles["section"]}>
          <h2>{t("quotation.include")}</h2>
          <ul className={styles["points"]}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <p className={styles["actions"]}>
            {email && (
              <SiteLink
                to={`mailto:${email}?subject=${encodeURIComponent(t("quotation.mailSubject"))}`}
                className={buttons["primary"]}
              >
                {t("quotation.write")}
              </SiteLink>
            )}
            <SiteLink to="/product/list" className={buttons["quiet"]}>
              {t("quotation.browse")}
            </SiteLink>
          </p>
          <ContactList />
        </section>
      </div>
    </Page>
  );
}
