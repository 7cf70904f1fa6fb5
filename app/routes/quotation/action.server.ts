import { data } from "react-router";
import { redirectToConfirmation, sendSubmission } from "#app/http/forms/receive-form.ts";
import {
  editBasket,
  logBasketError,
  openBasket,
  readBasketId,
  redirectToList,
  tryEditBasket,
  type BasketCall,
  type EditNotes,
} from "#app/http/forms/visitor-basket.ts";
import { getRequestId, getServices, getT } from "#app/http/request-context.ts";
import { createUnavailable } from "#app/http/responses.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import { loadBasketRow, loadBasketRows } from "#app/loaders/basket-rows.server.ts";
import { isBelowMinimum } from "#app/services/api/contract/amounts/minimum-order.ts";
import { readQuantity } from "#app/services/api/contract/amounts/quantity.ts";
import type { AddResult, BasketRow, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { createQuantityError } from "#app/services/api/contract/forms/quantity-error.ts";
import { checkRows, listRequestedItems, setRows } from "#app/services/submissions/orders/basket-form.ts";
import {
  addItem,
  emptyBasket,
  noPastedText,
  readFormItems,
  setItems,
  type BasketItem,
  type FormItem,
} from "#app/services/submissions/orders/basket.ts";
import { readFormValues, readSubmission } from "#app/services/submissions/received/forms.ts";
import { describeListedFormulas } from "./formula.server.ts";

/** Creates the response after too many changes. */
export function createLimitedResponse(form: URLSearchParams, waitSeconds: number) {
  const init = { status: 429, headers: { "Retry-After": String(waitSeconds) } };
  if (form.has("stay")) return data<AddResult>({ problem: "limited" }, init);
  const rows = readFormItems(form).rows.map((row) => ({ ...row, title: row.id, names: [] }));
  const problem = { problem: "changedTooOften", count: Math.ceil(waitSeconds / 60) } as const;
  return data<QuotationResult>({ values: readFormValues("quotation", form), rows, ...problem }, init);
}

/** Adds an item. Returns the list's ids or the problem to a script, or else redirects to the list or renders it. */
export async function addToBasket(call: BasketCall) {
  const { request, context, form } = call;
  const [item] = readFormItems(form).rows;
  const isFromScript = form.has("stay");
  const refuse = async (problem: "full" | "unknownItem", items: readonly BasketItem[]) => {
    if (isFromScript) return data<AddResult>({ problem }, { status: 422 });
    // The forms on formula and product pages have no message field, so the list keeps its own message.
    const values = form.has("message") ? readFormValues("quotation", form) : {};
    return data<QuotationResult>({ values, rows: await loadBasketRows(context, items), problem }, { status: 422 });
  };
  try {
    const current = await getServices(context).baskets.open(readBasketId(request));
    const added = item && (await readAddedItem(context, item, current.items.length === 0));
    if (item && !added) return refuse("unknownItem", current.items);
    const { headers, items } = await editBasket(call, (all) => (added ? addItem(all, added) : all));
    const ids = items.map(({ id }) => id);
    if (added && !ids.includes(added.id)) return refuse("full", items);
    if (isFromScript) return data<AddResult>({ ids }, { headers });
    return redirectToList(call, headers);
  } catch (error) {
    logBasketError(context, error);
    if (isFromScript) return data<AddResult>({ problem: "notAdded" }, { status: 503 });
    throw createUnavailable(getRequestId(context));
  }
}

/**
 * Returns the item with its quantity, by default the minimum order. Only a list's first item must exist, so that lists
 * of invented ids aren't stored.
 * @returns `undefined` if the first item is unknown
 */
async function readAddedItem(context: BasketCall["context"], item: FormItem, isFirst: boolean) {
  const typedQuantity = readQuantity(item.quantity).quantity;
  const row = isFirst || typedQuantity === undefined ? await loadBasketRow(context, item) : undefined;
  if (isFirst && row?.title === undefined) return undefined;
  const quantity = typedQuantity ?? (row?.problem ? row.minimum?.quantity : Number(row?.quantity));
  return { id: item.id, quantity: quantity ?? 1 };
}

/** Applies quantities and removals. A refused quantity stays in the form as typed, and doesn't change the list. */
export async function changeBasket(call: BasketCall, editNotes?: EditNotes) {
  const { actionData, edit } = await readRows(call);
  const status = actionData.problem || actionData.rows.some(({ problem }) => problem) ? 422 : 200;
  try {
    const { headers, items } = await editBasket(call, edit, editNotes);
    const ids = new Set(actionData.rows.map(({ id }) => id));
    const others = items.filter(({ id }) => !ids.has(id));
    const rows = [...actionData.rows, ...(await loadBasketRows(call.context, others))];
    return data<QuotationResult>({ ...actionData, rows }, { status, headers });
  } catch (error) {
    logBasketError(call.context, error);
    return data<QuotationResult>({ ...actionData, problem: "storage" }, { status: 503 });
  }
}

export async function sendQuotation(call: BasketCall) {
  const { url, context, form } = call;
  const { locale } = splitLocale(url.pathname);
  const { actionData, edit, basket } = await readRows(call);
  // Only a row with a processed form needs the formulas, each of which takes calls.
  const hasForms = actionData.rows.some((row) => row.form);
  const forms = hasForms ? (await describeListedFormulas(context, locale, basket)).forms : new Map<string, undefined>();
  const returnForm = async (problem: object, status: number, headers?: Record<string, string>) =>
    data<QuotationResult>({ ...actionData, ...problem }, { status, headers: await tryEditBasket(call, edit, headers) });
  const isInvalid = actionData.problem !== undefined || actionData.rows.some((row) => row.problem);
  const result = readSubmission("quotation", form, {
    items: isInvalid ? [] : listRequestedItems(actionData.rows.map((row) => dropOtherForm(row, forms))),
    locale,
  });
  if ("errors" in result) return returnForm(result, 422);
  if (isInvalid) return returnForm({}, 422);
  const otherForms = actionData.rows.flatMap(({ id, title, form: words }) =>
    words && words !== forms.get(id) ? `${title}: ${words}` : [],
  );
  const heading = basket.pasted.text && getT(context, "loader")("sheet.pasted");
  const texts = [result.payload["message"], otherForms.join("\n").slice(0, maxFormsLength)];
  // A pasted list stands last, whole and under a heading.
  const message = [...texts, heading && `${heading}\n${basket.pasted.text}`].filter(Boolean).join("\n\n");
  const payload = { ...result.payload, ...(message && { message }) };
  const submission = await sendSubmission(call.request, context, form, { kind: "quotation", ...result, payload });
  if ("formProblem" in submission)
    return returnForm(submission.formProblem, submission.init.status, submission.init.headers);
  const removeSent = (items: readonly BasketItem[]) => setItems(items, [], form.getAll("item"));
  // What another tab has pasted meanwhile isn't sent yet.
  const headers = await tryEditBasket(call, removeSent, {}, (notes) => ({
    ...emptyBasket,
    pasted: notes.pasted.text === basket.pasted.text ? noPastedText : notes.pasted,
  }));
  return redirectToConfirmation("quotation", submission.reference, locale, headers);
}

/** Maximum characters of the processed forms that no formula names, in the message. */
const maxFormsLength = 1000;

/** Drops a processed form that no formula of the list names for the product, because it would read as the site's words. */
const dropOtherForm = ({ form, ...row }: BasketRow, forms: ReadonlyMap<string, string | undefined>): BasketRow =>
  form && form === forms.get(row.id) ? { ...row, form } : row;

/** Raises a quantity to the minimum order, as the visitor asks. */
function raiseToMinimum(row: BasketRow): BasketRow {
  return !row.problem && isBelowMinimum(row) ? { ...row, quantity: String(row.minimum!.quantity) } : row;
}

/** Reads the form's rows, with the edit of the list that they are. */
async function readRows({ request, context, form }: BasketCall) {
  const removedId = form.get("remove");
  const formItems = readFormItems(form);
  const keptItems = formItems.rows.filter(({ id }) => id !== removedId);
  const typedRows = await loadBasketRows(context, keptItems);
  const loadedRows = form.get("intent") === "raise" ? typedRows.map(raiseToMinimum) : typedRows;
  const t = getT(context, "forms");
  const basket = await openBasket(request, context);
  const rows = checkRows(loadedRows, basket.items).map((row) => ({ ...row, error: createQuantityError(t, row) }));
  const problem = formItems.isTruncated ? ("cut" as const) : undefined;
  return {
    actionData: { values: readFormValues("quotation", form), rows, problem },
    edit: (items: readonly BasketItem[]) => setRows(items, rows, removedId),
    basket,
  };
}
