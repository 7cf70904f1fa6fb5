import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigationType } from "react-router";
import { forgetDraft } from "../components/forms/draft.ts";
import { Page } from "../components/layout/page.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { showToast } from "../components/ui/toaster.tsx";
import { splitLocale } from "../i18n/urls.ts";
import { privateNoStore } from "../platform/http-cache.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import { isReference } from "../submissions/reference.ts";
import type { Route } from "./+types/received";
import styles from "./received.module.css";
import { notFound } from "./http-error.ts";
import { getInstance } from "./middleware/i18next.ts";
import { pageMeta } from "./page-meta.ts";
import { servicesOf } from "./services-context.ts";

export const handle = { messages: ["forms"] };

/** The confirmation: a page of its own, so that loading it again sends nothing. It knows the reference and what
 * became of it, and nothing else. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const reference = url.searchParams.get("reference");
  if (!isReference(reference)) throw notFound(url.pathname, requestIdOf(context));
  const t = getInstance(context).getFixedT(null, ["common", "forms"]);
  const isQuotation = splitLocale(url.pathname).path.startsWith("/quotation/");
  return {
    reference,
    // What the owner's system says later than the first try is said here.
    refusal: await servicesOf(context)
      .refusalOf(reference)
      .catch(() => undefined),
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
  return loaderData ? pageMeta(args, { title: loaderData.title, isHidden: true }) : [];
}

export default function ReceivedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("forms");
  const { reference, refusal, title, form, kind } = loaderData;
  useEffect(() => forgetDraft(kind), [kind]);
  const isByScript = useNavigationType() !== "POP";
  useEffect(() => {
    if (isByScript) showToast("success", title);
  }, [isByScript, title]);
  return (
    <Page title={title} crumbs={[form]}>
      <p>{t("received.text")}</p>
      <p className={styles["reference"]}>{reference}</p>
      {refusal === undefined ? (
        <p className={styles["next"]}>{t("received.next")}</p>
      ) : (
        <p className={styles["refused"]}>{t("received.refused", { message: refusal })}</p>
      )}
      <p>
        <SiteLink to="/" className={buttons["quiet"]}>
          {t("received.back")}
        </SiteLink>
      </p>
    </Page>
  );
}
