import { Page } from "../components/layout/page.tsx";
import { ContactList } from "../components/layout/site-footer.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useMessages } from "../components/ui/use-locale.ts";
import type { Route } from "./+types/contact-us";
import styles from "./contact-us.module.css";
import { apiOf } from "./middleware/api.ts";
import { messagesOf } from "./middleware/messages.ts";
import { pageMeta } from "./page-meta.ts";

export const handle = { messages: ["pages"] };

export async function loader({ context }: Route.LoaderArgs) {
  const t = messagesOf(context).getFixedT(null, ["common", "pages"]);
  // The address stands in the shared settings too: without the map the page is still the page.
  const settings = await apiOf(context)
    .site.settings()
    .catch(() => undefined);
  return { title: t("common:pages.contact"), lead: t("pages:contact.lead"), map: settings?.map };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { title: loaderData.title, description: loaderData.lead }) : [];
}

export default function ContactUs({ loaderData }: Route.ComponentProps) {
  const t = useMessages("pages");
  const { title, lead, map } = loaderData;
  return (
    <Page title={title} lead={lead}>
      <section className={styles["reach"]}>
        <h2>{t("contact.reach")}</h2>
        <ContactList />
        {map?.url && (
          <p>
            <SiteLink to={map.url} className={buttons["quiet"]}>
              {t("contact.map")}
            </SiteLink>
          </p>
        )}
        {map && (
          <p className={styles["coordinates"]}>
            {t("contact.coordinates", { latitude: map.lat.toFixed(4), longitude: map.lng.toFixed(4) })}
          </p>
        )}
      </section>
    </Page>
  );
}
