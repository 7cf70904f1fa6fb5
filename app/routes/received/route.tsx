import { Page } from "../../components/layout/page.tsx";
import { splitLocale } from "../../i18n/urls.ts";
import { getClientAddress, getServices, getApi, getT } from "../../http/request-context.ts";
import { isReference } from "../../services/submissions/reference.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { createPrivateHeaders, notFound } from "../../http/responses.ts";
import { createPageMeta } from "../../components/meta/page-meta.ts";
import { loadSentences } from "../../loaders/site.server.ts";
import { Confirmation } from "./confirmation.tsx";

export const handle = { messages: ["forms"] } satisfies Handle;

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
  return createPrivateHeaders();
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { title: loaderData.title, isHidden: true }) : [];
}

export default function Received({ loaderData: { title, form, ...submission } }: Route.ComponentProps) {
  return (
    <Page title={title} crumbs={[form]}>
      <Confirmation {...submission} />
    </Page>
  );
}
