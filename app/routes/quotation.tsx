import { useTranslation } from "react-i18next";
import { randomUUID } from "node:crypto";
import { FormTitle } from "../components/forms/form-title.tsx";
import { QuotationForm, type BasketRow } from "../components/forms/quotation-form.tsx";
import { Page } from "../components/layout/page.tsx";
import { ContactList } from "../components/layout/site-footer.tsx";
import { QuotationSteps } from "../components/layout/quotation-steps.tsx";
import buttons from "../components/ui/button.module.css";
import { SiteLink } from "../components/ui/site-link.tsx";
import { useLocale } from "../components/ui/use-locale.ts";
import { localizePath } from "../i18n/urls.ts";
import { privateNoStore } from "../platform/http-cache.ts";
import { clientAddressOf, requestIdOf } from "../platform/request-facts.ts";
import type { Route } from "./+types/quotation";
import { apiOf } from "./middleware/api.ts";
import { getInstance } from "./middleware/i18next.ts";
import { pageMeta } from "./page-meta.ts";
import styles from "./quotation.module.css";
import {
  addToBasket,
  basketItems,
  basketRows,
  changeBasket,
  sendQuotation,
  tooManyChanges,
} from "./quotation-actions.ts";
import { readForm } from "./read-form.ts";
import { servicesOf } from "./services-context.ts";

export const handle = { messages: ["quotation", "forms"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const t = getInstance(context).getFixedT(null, ["common", "quotation"]);
  const items = await basketItems(request, context);
  const rows = await basketRows(
    apiOf(context),
    items.map(({ id, quantity }) => ({ id, quantity: String(quantity) })),
  );
  return { title: t("common:pages.quotation"), lead: t("quotation:lead"), rows, formKey: randomUUID() };
}

/** Adds to the inquiry list, changes it, or sends it: the button that was pressed says which. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request, requestIdOf(context));
  const call = { request, url, context, api: apiOf(context), form };
  // A list that can't be counted now can't be kept either; a request is delivered or refused by its own rules.
  const seconds = await servicesOf(context)
    .countBasketChange(clientAddressOf(context))
    .catch(() => 0);
  if (seconds > 0) return tooManyChanges(form, seconds);
  if (form.get("intent") === "add") return addToBasket(call);
  if (form.get("intent") === "send" && !form.has("remove")) return sendQuotation(call);
  return changeBasket(call);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const all = new Headers(actionHeaders);
  all.set("Cache-Control", privateNoStore);
  return all;
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? pageMeta(args, { description: loaderData.lead, hasOwnTitle: true }) : [];
}

export default function Quotation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("quotation");
  const answer = actionData && "values" in actionData ? actionData : undefined;
  const rows: BasketRow[] = answer?.rows ?? loaderData.rows;
  const hasError = Boolean(answer && (answer.problem || answer.errors || rows.some(({ isWrong }) => isWrong)));
  return (
    <Page title={loaderData.title} lead={loaderData.lead}>
      <FormTitle title={loaderData.title} hasError={hasError} />
      <div className={styles["layout"]}>
        <div className={styles["section"]}>
          <QuotationForm
            action={localizePath("/quotation", useLocale())}
            formKey={loaderData.formKey}
            rows={rows}
            answer={answer}
          />
        </div>
        <section className={styles["section"]}>
          <p>
            <SiteLink to="/product/list" className={buttons["quiet"]}>
              {t("browse")}
            </SiteLink>
          </p>
          <QuotationSteps />
          <ContactList />
        </section>
      </div>
    </Page>
  );
}
