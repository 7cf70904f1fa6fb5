import { randomUUID } from "node:crypto";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormTitle } from "#app/components/forms/form-parts.tsx";
import { saveListedItems } from "#app/components/forms/listed-items.ts";
import { QuotationForm } from "#app/components/forms/quotation-form.tsx";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import { Columns, Page } from "#app/components/ui/page.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { Steps } from "#app/components/ui/steps.tsx";
import type { Handle } from "#app/handle.ts";
import { callServerAction } from "#app/http/forms/call-server-action.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { countChange, openBasket, readBasketId } from "#app/http/forms/visitor-basket.ts";
import { getApi, getT } from "#app/http/request-context.ts";
import { createPrivateHeaders, redirectTo } from "#app/http/responses.ts";
import { getContentPath, localizePath, splitLocale } from "#app/i18n/urls.ts";
import { loadBasketRows } from "#app/loaders/basket-rows.server.ts";
import { getRestriction, loadPrescriptionNotice } from "#app/loaders/restrictions.server.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { BasketRow, QuotationResult, TypedQuantity } from "#app/services/api/contract/forms/form-results.ts";
import { noPastedText } from "#app/services/submissions/orders/basket.ts";
import type { Route } from "./+types/route";
import { addToBasket, changeBasket, createLimitedResponse, sendQuotation } from "./action.server.ts";
import { describeListedFormulas, readWrittenMessage } from "./formula.server.ts";
import { PasteForm } from "./paste-form.tsx";
import { PastedListForm } from "./pasted-list.tsx";
import {
  addFromSheet,
  addItems,
  createCheck,
  createPasteHint,
  describeAddedLines,
  loadCheckedLines,
  showLimited,
} from "./pasted.server.ts";
import styles from "./quotation.module.css";

export const handle = { messages: ["quotation", "forms", "lines"] } satisfies Handle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const t = getT(context, ["common", "quotation", "forms"]);
  const basket = await openBasket(request, context);
  const rows = await loadBasketRows(context, basket.items);
  const { notes, forms, message } = await describeListedFormulas(context, splitLocale(url.pathname).locale, basket);
  const prescription = await loadPrescriptionNotice(context, url.searchParams.get("formula"));
  const replaced = new Map(basket.items.map((item) => [item.id, item.replaced]));
  const describeRow = ({ id, quantity, minimum, sample, ...row }: BasketRow) => {
    const from = replaced.get(id);
    const change = from && t("quotation:replaced", { from, to: quantity, unit: minimum?.unit ?? "" });
    // On a phone, an inquiry's rows have no specification, which names the restriction elsewhere.
    const restriction = getRestriction(getT(context, "loader"), row);
    const parts = [sample && t("forms:quotation.sample"), change, ...(notes.get(id) ?? []), restriction];
    return { form: forms.get(id), note: parts.filter(Boolean).join(" · ") };
  };
  const { quotationLead, quotationAnswer, sample } = await loadSentences(getApi(context));
  return {
    title: t("common:pages.quotation"),
    lead: prescription?.text ?? quotationLead ?? t("quotation:lead"),
    steps: [
      { title: t("quotation:steps.choose"), summary: t("quotation:steps.chooseText") },
      { title: t("quotation:steps.send"), summary: t("quotation:steps.sendText") },
      { title: t("quotation:steps.answer"), summary: quotationAnswer ?? t("quotation:steps.answerText") },
      ...(sample ? [{ title: t("quotation:steps.sample"), summary: sample }] : []),
    ],
    hasSamples: sample !== undefined,
    pasteHint: await createPasteHint(context),
    rows: rows.map((row) => ({ ...row, ...describeRow(row) })),
    pastedText: basket.pasted.text || undefined,
    checked:
      url.searchParams.has("check") && basket.pasted.text
        ? createCheck(context, await loadCheckedLines(context, basket.pasted))
        : undefined,
    prescription,
    message,
    // After an addition the browser has the list's cookie, unless it blocks cookies.
    outcome:
      url.searchParams.has("added") && !readBasketId(request)
        ? t("quotation:noCookies")
        : describeAddedLines(context, url),
    formKey: randomUUID(),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm({ request, context });
  const call = { request, url, context, api: getApi(context), form };
  const waitSeconds = await countChange(context);
  const isList = ["sheet", "pasted"].includes(form.get("intent") ?? "");
  if (waitSeconds > 0) return isList ? showLimited(call, waitSeconds) : createLimitedResponse(form, waitSeconds);
  if (form.get("intent") === "add") return addToBasket(call);
  // Pages of an earlier release send formulas to this page.
  if (form.get("intent") === "formula") {
    const path = getContentPath("prescription", form.get("formula") ?? "");
    return redirectTo(localizePath(path, splitLocale(url.pathname).locale), { status: 307 });
  }
  if (form.get("intent") === "sheet") return addFromSheet(call);
  if (form.get("intent") === "pasted") return addItems(call);
  if (form.get("intent") === "send" && !form.has("remove")) return sendQuotation(call);
  const editNotes = await readWrittenMessage(call);
  if (form.get("intent") !== "forget") return changeBasket(call, editNotes);
  return changeBasket(call, (notes) => ({ ...(editNotes?.(notes) ?? notes), pasted: noPastedText }));
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
    return quantity === row.quantity ? row : { ...row, quantity, error: undefined };
  });
}

/** Keeps the last value, because a lost request returns none. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

export default function Quotation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(["common", "quotation"]);
  const { prescription } = loaderData;
  const returnedForm: QuotationResult | undefined = actionData && "values" in actionData ? actionData : undefined;
  const isLost = returnedForm?.problem === "unconfirmed";
  const checked = useLast(
    isLost ? undefined : (returnedForm?.checked ?? (returnedForm ? null : loaderData.checked) ?? null),
  );
  // The loader's rows may be older: after a document's POST, they are those before the action.
  const lastRows = useLast(isLost ? undefined : (returnedForm?.rows ?? loaderData.rows))!;
  const loadedRows = new Map(loaderData.rows.map((row) => [row.id, row]));
  const rows = setQuantities(lastRows, returnedForm?.items).map((row) => {
    const { note, form = row.form } = loadedRows.get(row.id) ?? row;
    return { ...row, note, form };
  });
  const head = checked ?? loaderData;
  const hasError = Boolean(
    returnedForm && (returnedForm.problem || returnedForm.errors || rows.some(({ error }) => error)),
  );
  return (
    <Page {...head}>
      <FormTitle title={head.title} hasError={hasError} />
      <Columns>
        <div className={`${styles[checked || rows.length > 0 ? "list" : "form"]} stack-5`}>
          {checked ? (
            <PastedListForm list={checked} result={returnedForm} hasSamples={loaderData.hasSamples}>
              <PasteForm hint={loaderData.pasteHint} />
            </PastedListForm>
          ) : prescription && !returnedForm ? (
            <p className="buttons">
              <AskLink kind="prescription" subject={prescription.id}>
                {prescription.linkText}
              </AskLink>
              <SiteLink to={href("/quotation")}>{t("common:header.inquiryList")}</SiteLink>
            </p>
          ) : (
            <>
              <PasteForm {...returnedForm?.refusedText} hint={loaderData.pasteHint} />
              <QuotationForm {...loaderData} rows={rows} result={returnedForm} />
            </>
          )}
        </div>
        {/* Prints don't need the steps. */}
        {!checked && (
          <section className="stack-5 no-print">
            <h2>{t("quotation:how")}</h2>
            <Steps steps={loaderData.steps} />
          </section>
        )}
      </Columns>
    </Page>
  );
}
