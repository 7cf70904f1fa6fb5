import { randomUUID } from "node:crypto";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { saveListedItems } from "#app/components/forms/listed-items.ts";
import { FormTitle } from "#app/components/forms/form-parts.tsx";
import { QuotationForm } from "#app/components/forms/quotation-form.tsx";
import type { BasketRow, QuotationResult, TypedQuantity } from "#app/services/api/contract/forms/form-results.ts";
import { Columns, Page } from "#app/components/layout/page.tsx";
import { QuotationSteps } from "./quotation-steps.tsx";
import { createPrivateHeaders } from "#app/http/responses.ts";
import { getClientAddress, getServices, getApi, getT } from "#app/http/request-context.ts";
import type { Handle } from "#app/handle.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import type { Route } from "./+types/route";
import { callServerAction } from "#app/http/forms/call-server-action.ts";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import styles from "./quotation.module.css";
import {
  addToBasket,
  openBasket,
  loadBasketRows,
  changeBasket,
  sendQuotation,
  createLimitedResponse,
} from "./action.server.ts";
import { addFormula, describeListedFormulas, loadPrescriptionNotice, readWrittenMessage } from "./formula.server.ts";
import { describeAddedLines, addFromSheet } from "./sheet.server.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getRestriction } from "#app/loaders/restrictions.server.ts";
import { loadSentences } from "#app/loaders/site.server.ts";

export const handle = { messages: ["quotation", "forms"] } satisfies Handle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const t = getT(context, ["common", "quotation"]);
  const tLoader = getT(context, "loader");
  const basket = await openBasket(request, context);
  const rows = await loadBasketRows(getApi(context), basket.items);
  const { notes, message } = await describeListedFormulas(context, splitLocale(url.pathname).locale, basket);
  const prescription = await loadPrescriptionNotice(context, url);
  const samples = new Set(basket.items.flatMap(({ id, sample }) => (sample ? [id] : [])));
  const getNotes = (row: BasketRow) => [
    ...(notes.get(row.id) ?? []),
    samples.has(row.id) && t("quotation:sample"),
    getRestriction(tLoader, row),
  ];
  const { quotationLead, quotationAnswer, sample } = await loadSentences(getApi(context));
  return {
    title: t("common:pages.quotation"),
    lead: prescription?.text ?? quotationLead ?? t("quotation:lead"),
    answerText: quotationAnswer ?? t("quotation:steps.answerText"),
    sampleText: sample,
    rows: rows.map((row) => ({ ...row, note: getNotes(row).filter(Boolean).join(" · ") })),
    prescription,
    message,
    outcome: describeAddedLines(context, url),
    formKey: randomUUID(),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm({ request, context });
  const call = { request, url, context, api: getApi(context), form };
  // If the database is unavailable, no limit applies, and the functions below report the failure.
  const waitSeconds = await getServices(context)
    .limiter.countAttempt("basket", getClientAddress(context))
    .catch(() => 0);
  if (waitSeconds > 0) return createLimitedResponse(form, waitSeconds);
  if (form.get("intent") === "add") return addToBasket(call);
  if (form.get("intent") === "formula") return addFormula(call);
  if (form.get("intent") === "sheet") return addFromSheet(call);
  if (form.get("intent") === "send" && !form.has("remove")) return sendQuotation(call);
  return changeBasket(call, await readWrittenMessage(call));
}

let lastChange: Promise<unknown> = Promise.resolve();

/** Sends changes in sequence, because the response to the first sets the cookie for the others. */
export function clientAction(call: Route.ClientActionArgs) {
  const change = lastChange.then(async () => {
    const result = await callServerAction(call);
    if ("ids" in result) saveListedItems(result.ids);
    return result;
  });
  lastChange = change.catch(() => undefined);
  return change;
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return createPrivateHeaders(actionHeaders);
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { description: loaderData.lead, hasOwnTitle: true }) : [];
}

/** Keeps the quantities of a form that perhaps didn't reach the server. */
function setQuantities(rows: BasketRow[], items: TypedQuantity[] = []): BasketRow[] {
  return rows.map((row) => {
    const { quantity = row.quantity } = items.find(({ id }) => id === row.id) ?? {};
    return quantity === row.quantity ? row : { ...row, quantity, problem: undefined };
  });
}

/**
 * Returns the rows of the latest response. A lost request has no response, and the loader's rows may be older: after a
 * document's POST, they are those before the action.
 */
function useRows(loaderRows: BasketRow[], result: QuotationResult | undefined): BasketRow[] {
  const rows = result?.items ? undefined : (result?.rows ?? loaderRows);
  const [lastRows, setLastRows] = useState(rows ?? loaderRows);
  if (rows && rows !== lastRows) setLastRows(rows);
  return rows ?? setQuantities(lastRows, result?.items);
}

export default function Quotation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { prescription } = loaderData;
  const returnedForm: QuotationResult | undefined = actionData && "values" in actionData ? actionData : undefined;
  const notes = new Map(loaderData.rows.map(({ id, note }) => [id, note]));
  const rows = useRows(loaderData.rows, returnedForm).map((row) => ({ note: notes.get(row.id), ...row }));
  const hasError = Boolean(
    returnedForm && (returnedForm.problem || returnedForm.errors || rows.some(({ problem }) => problem)),
  );
  return (
    <Page title={loaderData.title} lead={loaderData.lead}>
      <FormTitle title={loaderData.title} hasError={hasError} />
      <Columns>
        <div className={`${styles["form"]} stack-5`}>
          {prescription && !returnedForm ? (
            <p className="buttons">
              <AskLink kind="prescription" subject={prescription.id}>
                {prescription.linkText}
              </AskLink>
              <SiteLink to={href("/quotation")}>{t("header.inquiryList")}</SiteLink>
            </p>
          ) : (
            <QuotationForm {...loaderData} rows={rows} result={returnedForm} />
          )}
        </div>
        {/* Prints don't need the steps. */}
        <section className="stack-5 no-print">
          <QuotationSteps answerText={loaderData.answerText} sampleText={loaderData.sampleText} />
        </section>
      </Columns>
    </Page>
  );
}
