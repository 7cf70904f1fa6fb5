import { Page } from "../components/layout/page.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useMessages } from "../components/ui/use-locale.ts";
import type { Route } from "./+types/login";
import styles from "./login.module.css";
import { messagesOf } from "./middleware/messages.ts";
import { pageMeta } from "./page-meta.ts";

export const handle = { messages: ["pages"] };

export function loader({ context, url }: Route.LoaderArgs) {
  const t = messagesOf(context).getFixedT(null, ["common", "pages"]);
  // Anyone can write an address: only the site's own sentences are shown.
  const own = Object.values(t("pages:login.messages", { returnObjects: true }));
  const message = own.find((sentence) => sentence === url.searchParams.get("message"));
  return { title: t("common:pages.login"), lead: t("pages:login.lead"), message };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { title: loaderData.title, isHidden: true }) : [];
}

export default function Login({ loaderData }: Route.ComponentProps) {
  const t = useMessages("pages");
  const { title, lead, message } = loaderData;
  return (
    <Page title={title} lead={lead}>
      {message && (
        <p role="alert" className={styles["message"]}>
          {message}
        </p>
      )}
      <section className={styles["section"]}>
        <h2>{t("login.who")}</h2>
        <p>{t("login.whoText")}</p>
        <p>
          <SiteLink to="/contact-us" className={buttons["primary"]}>
            {t("login.contact")}
          </SiteLink>
        </p>
      </section>
    </Page>
  );
}
