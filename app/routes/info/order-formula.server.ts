import { data } from "react-router";
import {
  countChange,
  editBasket,
  logBasketError,
  openBasket,
  redirectToList,
  type BasketCall,
} from "#app/http/forms/visitor-basket.ts";
import { getRequestId, getT } from "#app/http/request-context.ts";
import { createUnavailable } from "#app/http/responses.ts";
import { loadHerbNeeds } from "#app/loaders/formula.server.ts";
import { createPrescriptionNotice } from "#app/loaders/restrictions.server.ts";
import type { FormulaResult } from "#app/services/api/contract/forms/form-results.ts";
import { maxFormulas } from "#app/services/submissions/orders/basket.ts";
import {
  addNeededItems,
  formulaOrderSchema,
  maxAmountLength,
  replaceFormula,
} from "#app/services/submissions/orders/formula-order.ts";

/**
 * Adds a formula's herbs to the list. They replace those of an earlier order of the formula.
 * @returns a redirect to the list, or the refused order for the formula's page
 */
export async function addFormula(call: BasketCall, formulaId: string) {
  const { request, context, api, form } = call;
  const { data: order } = formulaOrderSchema.safeParse(Object.fromEntries(form));
  const refuse = (text: string, headers?: HeadersInit, status = 422) => {
    const per = form.get("per") === "kilograms" ? "kilograms" : "doses";
    return data<FormulaResult>(
      { text, amount: (form.get("amount") ?? "").slice(0, maxAmountLength), per },
      { status, headers },
    );
  };
  const t = getT(context, "forms");
  const waitSeconds = await countChange(context);
  if (waitSeconds > 0) {
    const text = t("problem.changedTooOften", { count: Math.ceil(waitSeconds / 60) });
    return refuse(text, { "Retry-After": String(waitSeconds) }, 429);
  }
  const item = await api.content.info("prescription", formulaId);
  const prescription = createPrescriptionNotice(context, item);
  if (prescription) return refuse(prescription.text);
  if (!order) return refuse(getT(context, "loader")("amount"));
  try {
    const { formulas } = await openBasket(request, context);
    if (formulas.filter(({ formula }) => formula !== formulaId).length >= maxFormulas) return refuse(t("problem.full"));
    const herbs = await loadHerbNeeds(context, item, order);
    // An amount that can't be counted in the product's unit starts with the minimum order, as one item does.
    const items = herbs.flatMap(({ id, minimum, needed = minimum?.quantity ?? 1 }) =>
      id === undefined ? [] : { id, needed },
    );
    const ordered = { formula: formulaId, ...order, ...(items.length === 0 && { isUnlisted: true as const }) };
    const basket = await editBasket(
      call,
      (all) => addNeededItems(all, items, formulaId),
      (notes) => ({ ...notes, formulas: replaceFormula(notes.formulas, ordered) }),
    );
    const ids = new Set(basket.items.map(({ id }) => id));
    if (items.some(({ id }) => !ids.has(id))) return refuse(t("problem.full"), basket.headers);
    return redirectToList(call, basket.headers);
  } catch (error) {
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}
