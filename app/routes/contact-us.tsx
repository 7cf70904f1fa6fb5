import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { GuestbookForm, type GuestbookAnswer } from "../components/forms/guestbook-form.tsx";
import { Page } from "../components/layout/page.tsx";
import { ContactList } from "../components/layout/site-footer.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useLocale } from "../components/ui/use-locale.ts";
import { FormTitle } from "../components/forms/form-title.tsx";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import { guestbookValues, readGuestbook } from "../submissions/guestbook.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import { redirectTo } from "./navigation.ts";
import { readForm } from "./read-form.ts";
import type { Route } from "./+types/contact-us";
import styles from "./contact-us.module.css";
import { sendSubmission } from "./send-submission.ts";
import { apiOf } from "./middleware/api.ts";
import { getInstance } from "./middleware/i18next.ts";
import { pageMeta } from "./page-meta.ts";

export const handle = { messages: ["contact", "forms"] };

export async function loader({ context }: Route.LoaderArgs) {
  const t = getInstance(context).getFixedT(null, ["common", "contact"]);
  // The address stands in the shared settings too: without the map the page is still the page.
  const { site, optional } = apiOf(context);
  const settings = await optional(site.settings());
  return { title: t("common:pages.contact"), lead: t("contact:lead"), map: settings?.map };
}

/** Takes a message: on disk before the visitor reads that it was received, on a page that can be loaded again. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { locale } = splitLocale(url.pathname);
  const form = await readForm(request, requestIdOf(context));
  const read = readGuestbook(form, locale);
  if ("errors" in read) return data<GuestbookAnswer>(read, { status: 422 });
  const { message: payload, contact } = read;
  const sent = await sendSubmission(request, context, form, { kind: "guestbook", payload, contact });
  if ("answer" in sent) return data<GuestbookAnswer>({ ...sent.answer, values: guestbookValues(form) }, sent.init);
  return redirectTo(localizePath(`/contact-us/received?reference=${sent.reference}`, locale), { status: 303 });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { description: loaderData.lead, hasOwnTitle: true }) : [];
}

export default function ContactUs({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("contact");
  const { t: forms } = useTranslation("forms");
  const locale = useLocale();
  const { title, lead, map } = loaderData;
  return (
    <Page title={title} lead={lead}>
      <FormTitle title={title} hasError={actionData !== undefined} />
      <div className={styles["layout"]}>
        <section className={styles["write"]}>
          <h2>{forms("guestbook.title")}</h2>
          <p className={styles["lead"]}>{forms("guestbook.lead")}</p>
          <GuestbookForm action={localizePath("/contact-us", locale)} answer={actionData} />
        </section>
        <section className={styles["reach"]}>
          <h2>{t("reach")}</h2>
          <ContactList />
          {map?.url && (
            <p>
              <SiteLink to={map.url} className={buttons["quiet"]}>
                {t("map")}
              </SiteLink>
            </p>
          )}
          {map && (
            <p className={styles["coordinates"]}>
              {t("coordinates", { latitude: map.lat.toFixed(4), longitude: map.lng.toFixed(4) })}
            </p>
          )}
        </section>
      </div>
    </Page>
  );
}
