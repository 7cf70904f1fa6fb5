import { Page } from "../components/layout/page.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useMessages } from "../components/ui/use-locale.ts";
import { privateNoStore } from "../platform/http-cache.ts";
import { requestIdOf } from "../platform/request-id.ts";
import { isReference } from "../submissions/reference.ts";
import type { Route } from "./+types/contact-received";
import styles from "./contact-us.module.css";
import { notFound } from "./http-error.ts";
import { messagesOf } from "./middleware/messages.ts";
import { pageMeta } from "./page-meta.ts";

export const handle = { messages: ["forms"] };

/** The confirmation: a page of its own, so that loading it again sends nothing. It knows the reference and nothing else. */
export function loader({ context, request, url }: Route.LoaderArgs) {
  const reference = url.searchParams.get("reference");
  if (!isReference(reference)) throw notFound(url.pathname, requestIdOf(request));
  const t = messagesOf(context).getFixedT(null, ["common", "forms"]);
  return { reference, title: t("forms:received.title"), contact: t("common:pages.contact") };
}

export function headers() {
  return { "Cache-Control": privateNoStore };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { title: loaderData.title, isHidden: true }) : [];
}

export default function ContactReceived({ loaderData }: Route.ComponentProps) {
  const t = useMessages("forms");
  const { reference, title, contact } = loaderData;
  return (
    <Page title={title} crumbs={[{ title: contact, to: "/contact-us" }]}>
      <p>{t("received.text")}</p>
      <p className={styles["reference"]}>{reference}</p>
      <p className={styles["next"]}>{t("received.next")}</p>
      <p>
        <SiteLink to="/" className={buttons["quiet"]}>
          {t("received.back")}
        </SiteLink>
      </p>
    </Page>
  );
}
