import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { deleteDraft } from "../../components/forms/draft.ts";
import { FactList } from "../../components/item/page-sections.tsx";
import { Page } from "../../components/layout/page.tsx";
import { PhoneLink } from "../../components/layout/site-footer.tsx";
import buttons from "../../components/ui/button.module.css";
import { SiteLink } from "../../components/ui/site-link.tsx";
import { splitLocale } from "../../i18n/urls.ts";
import { privateNoStore } from "../../services/runtime/http-cache.ts";
import { getClientAddress, getServices, getApi, getT } from "../../http/request-context.ts";
import type { SubmissionFields } from "../../services/submissions/outbox/describe.ts";
import { isReference } from "../../services/submissions/reference.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import styles from "./received.module.css";
import { notFound } from "../../http/responses.ts";
import { createPageMeta } from "../../components/meta/page-meta.ts";
import { loadSentences } from "../../loaders/site.server.ts";

export const handle = { messages: ["forms"], isShared: false } satisfies Handle;

/** Confirmation of a submission. It has its own URL, so that reloading doesn't send the form again. */
export async function loader(args: Route.LoaderArgs) {
  const { context, url } = args;
  const reference = url.searchParams.get("reference");
  if (!isReference(reference)) throw notFound(args);
  const t = getT(context, ["common", "forms"]);
  const { findRefusal, readCopy } = getServices(context);
  const isQuotation = splitLocale(url.pathname).path.startsWith("/quotation/");
  return {
    reference,
    // The owner's system may refuse the submission after the first attempt.
    refusal: await findRefusal(reference).catch(() => undefined),
    copy: await readCopy(reference, getClientAddress(context)).catch(() => undefined),
    reply: (await loadSentences(getApi(context))).reply ?? t("forms:reply"),
    kind: isQuotation ? ("quotation" as const) : ("guestbook" as const),
    title: t(isQuotation ? "forms:received.quotationTitle" : "forms:received.title"),
    form: isQuotation
      ? { title: t("common:pages.quotation"), to: "/quotation" }
      : { title: t("common:pages.contact"), to: "/contact-us" },
  };
}

export function headers() {
  return { "Cache-Control": privateNoStore };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { title: loaderData.title, isHidden: true }) : [];
}

export default function ReceivedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("forms");
  const { reference, refusal, copy, reply, title, form, kind } = loaderData;
  useEffect(() => deleteDraft(kind), [kind]);
  return (
    <Page title={title} crumbs={[form]}>
      <p>{t("received.text")}</p>
      <p className={styles["reference"]}>{reference}</p>
      {refusal === undefined ? (
        <div className={styles["next"]}>
          <p>{reply}</p>
          <p>{t("received.next")}</p>
          <p>
            <PhoneLink />
          </p>
        </div>
      ) : (
        <p className={styles["refused"]}>{t("received.refused", { message: refusal })}</p>
      )}
      {copy && <Copy fields={copy} />}
      <p className={styles["ways"]}>
        {kind === "quotation" && (
          <SiteLink to="/product/list" className={buttons["quiet"]}>
            {t("received.products")}
          </SiteLink>
        )}
        <SiteLink to="/" className={buttons["quiet"]}>
          {t("received.back")}
        </SiteLink>
      </p>
    </Page>
  );
}

/** What the visitor has sent: the products with their quantities, then the fields. */
function Copy({ fields: { items, locale: _locale, ...texts } }: { fields: SubmissionFields }) {
  const { t } = useTranslation("forms");
  const names = Object.keys(texts) as (keyof typeof texts)[];
  const rows = names.map((name) => ({ label: t(`fields.${name}`), value: texts[name] }));
  return (
    <section className={`stack ${styles["copy"]}`}>
      <h2>{t("received.copy")}</h2>
      <FactList
        rows={[...items.map((item) => ({ label: item.title, value: `${item.quantity} ${item.unit}` })), ...rows]}
      />
    </section>
  );
}
