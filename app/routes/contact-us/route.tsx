import { useTranslation } from "react-i18next";
import { FormTitle } from "#app/components/forms/form-parts.tsx";
import { SubmissionForm } from "#app/components/forms/submission-form.tsx";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { ContactList } from "#app/components/layout/site-footer.tsx";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import buttons from "#app/components/ui/button.module.css";
import { Columns, Page } from "#app/components/ui/page.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import type { Handle } from "#app/handle.ts";
import { callServerAction } from "#app/http/forms/call-server-action.ts";
import { receiveForm } from "#app/http/forms/receive-form.ts";
import { getApi, getT } from "#app/http/request-context.ts";
import { loadPrescriptionNotice } from "#app/loaders/restrictions.server.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { Route } from "./+types/route";
import styles from "./contact-us.module.css";
import { loadTopic } from "./topic.server.ts";

export const handle = { messages: ["contact", "forms"], query: ["about", "formula", "amount", "per"] } satisfies Handle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = getT(context, ["common", "contact"]);
  // The page works without the settings, which contain the map.
  const { site, optional } = getApi(context);
  const settings = await optional(site.settings());
  const { contactLead, reply } = await loadSentences(getApi(context));
  const prescription = await loadPrescriptionNotice(context, url.searchParams.get("formula"));
  return {
    title: t("common:pages.contact"),
    lead: prescription?.text ?? contactLead ?? t("contact:lead"),
    reply,
    topic: await loadTopic(context, url),
    prescription,
    map: settings?.map,
  };
}

export function action(call: Route.ActionArgs) {
  return receiveForm("guestbook", call);
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction(call);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { description: loaderData.lead, hasOwnTitle: true }) : [];
}

export default function ContactUs({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("forms");
  const { title, lead, reply, topic, prescription, map } = loaderData;
  return (
    <Page title={title} lead={lead}>
      <FormTitle title={title} hasError={actionData !== undefined} />
      <Columns className={styles["columns"]}>
        <ContactDetails map={map} />
        {prescription ? (
          <p>
            <AskLink kind="prescription" subject={prescription.id}>
              {prescription.linkText}
            </AskLink>
          </p>
        ) : (
          <section className="stack">
            <h2>{t("guestbook.title")}</h2>
            <p className="soft">{reply ?? t("reply")}</p>
            <SubmissionForm form="guestbook" result={actionData} initialValues={topic} />
          </section>
        )}
      </Columns>
    </Page>
  );
}

function ContactDetails({ map }: Pick<Route.ComponentProps["loaderData"], "map">) {
  const { t } = useTranslation("contact");
  return (
    <section className="stack-4">
      <h2>{t("reach")}</h2>
      <ContactList canCopy />
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
