import { createPageMeta } from "#app/components/meta/page-meta.ts";
import { Page } from "#app/components/ui/page.tsx";
import type { Handle } from "#app/handle.ts";
import { getApi, getClientAddress, getServices, getT } from "#app/http/request-context.ts";
import { createPrivateHeaders, notFound } from "#app/http/responses.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import { formNames, forms, getConfirmationPath } from "#app/services/api/contract/forms/forms.ts";
import { isReference } from "#app/services/submissions/database/reference.ts";
import type { Route } from "./+types/route";
import { Confirmation } from "./confirmation.tsx";

export const handle = { messages: ["forms", "lines"] } satisfies Handle;

/** Loads the confirmation, which has its own URL so that a reload doesn't send the form again. */
export async function loader(args: Route.LoaderArgs) {
  const { context, url } = args;
  const reference = url.searchParams.get("reference");
  const { findRefusal, isReceived, readCopy } = getServices(context);
  // If the database can't tell, a submission that was received must not seem lost.
  if (!isReference(reference) || !(await isReceived(reference).catch(() => true))) throw notFound(args);
  const t = getT(context, ["common", "forms"]);
  const { path } = splitLocale(url.pathname);
  const form = formNames.find((name) => getConfirmationPath(name) === path)!;
  const { page, title } = forms[form];
  return {
    reference,
    // The owner's system may refuse the submission later.
    refusal: await findRefusal(reference).catch(() => undefined),
    copy: await readCopy(reference, getClientAddress(context)).catch(() => undefined),
    reply: (await loadSentences(getApi(context))).reply ?? t("forms:reply"),
    form,
    title: t(`forms:${form}.received`),
    crumb: { title: t(`common:pages.${title}`), to: page },
  };
}

export function headers() {
  return createPrivateHeaders();
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { title: loaderData.title, isHidden: true }) : [];
}

export default function Received({ loaderData: { title, crumb, ...submission } }: Route.ComponentProps) {
  return (
    <Page title={title} crumbs={[crumb]}>
      <Confirmation {...submission} />
    </Page>
  );
}
