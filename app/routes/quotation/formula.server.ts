import { href, type RouterContextProvider } from "react-router";
import { formatDose, formatList, roundAmount } from "#app/i18n/format.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import { readId } from "#app/http/params.ts";
import { getApi, getRequestId, getT } from "#app/http/request-context.ts";
import { createUnavailable, getErrorStatus, redirectTo } from "#app/http/responses.ts";
import { createPrescriptionNotice, type Prescription } from "#app/loaders/restrictions.server.ts";
import type { Api } from "#app/services/api/api.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { maxFormulas, pastedLinesMark, type Basket, type BasketFormula } from "#app/services/submissions/basket.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import {
  addNeededItems,
  convertNeed,
  computeNeeds,
  formulaOrderSchema,
  sumNeeds,
  type FormulaOrder,
} from "#app/services/submissions/formula-order.ts";
import type { FormProblem } from "#app/services/api/contract/forms/form-results.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { readFormValues } from "#app/services/submissions/forms.ts";
import {
  editBasket,
  loadBasketRows,
  logBasketError,
  openBasket,
  respondWithProblem,
  type Call,
  type EditNotes,
} from "./action.server.ts";

/** Computes the amount of each herb that an order of a formula needs, and loads the products' minimum orders. */
async function loadHerbNeeds(api: Api, { ingredients }: Item<"prescription">, order: FormulaOrder) {
  const needs = computeNeeds(ingredients, order);
  const products = needs.flatMap(({ product: id }) => (id === undefined ? [] : { id, quantity: 1 }));
  const rows = await loadBasketRows(api, products);
  return needs.map((need) => {
    const row = rows.find(({ id, title: name }) => id === need.product && name !== undefined);
    return { ...need, id: row?.id, minimum: row?.minimum, needed: convertNeed(need, row?.minimum) };
  });
}

/** Adds a formula's herbs to the list. They replace those of an earlier order of the formula. */
export async function addFormula(call: Call) {
  const { request, url, context, api, form } = call;
  const { data: order } = formulaOrderSchema.safeParse(Object.fromEntries(form));
  const formulaId = readId(form.get("formula") ?? "");
  const formerBasket = await openBasket(request, context);
  const refuse = (problem: FormProblem["problem"], message?: string) =>
    respondWithProblem(call, problem, formerBasket, message);
  try {
    const item = formulaId && (await api.content.info("prescription", formulaId));
    const prescription = item && createPrescriptionNotice(context, item);
    if (prescription) return await refuse("prescription", prescription.text);
    if (!item || !order) return await refuse("amount");
    if (formerBasket.formulas.filter((one) => one.formula !== formulaId).length >= maxFormulas)
      return await refuse("full");
    const herbs = await loadHerbNeeds(api, item, order);
    const items = herbs.flatMap(({ id, needed = 0, minimum }) =>
      id === undefined ? [] : { id, needed, minimum: minimum?.quantity ?? 1 },
    );
    const ordered = { formula: formulaId, ...order, ...(items.length === 0 && { isUnlisted: true as const }) };
    const basket = await editBasket(
      call,
      (all) => addNeededItems(all, items, formulaId),
      (notes) => ({ ...notes, formulas: replaceFormula(notes.formulas, ordered) }),
    );
    const ids = new Set(basket.items.map(({ id }) => id));
    if (items.some(({ id }) => !ids.has(id))) return await respondWithProblem(call, "full", basket);
    const path = localizePath(href("/quotation"), splitLocale(url.pathname).locale);
    return redirectTo(path, { status: 303, headers: basket.headers });
  } catch (error) {
    if (getErrorStatus(error) === 404) return refuse("unknownItem");
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}

/** Replaces a formula in its position, or appends it. */
function replaceFormula(formulas: readonly BasketFormula[], ordered: BasketFormula): BasketFormula[] {
  const isNew = formulas.every(({ formula }) => formula !== ordered.formula);
  return isNew ? [...formulas, ordered] : formulas.map((one) => (one.formula === ordered.formula ? ordered : one));
}

/** Explains why the URL's formula needs a prescription. @returns `undefined` if it needs none */
export async function loadPrescriptionNotice(
  context: Readonly<RouterContextProvider>,
  url: URL,
): Promise<Prescription | undefined> {
  const api = getApi(context);
  const id = readId(url.searchParams.get("formula") ?? "");
  const formula = id && (await api.optional(api.content.info("prescription", id)));
  return formula ? createPrescriptionNotice(context, formula) : undefined;
}

/**
 * Describes a list's formulas. `notes`: reasons for each item's quantity. `texts`: each formula's part of the message,
 * which names the herbs that the list lacks. `message`: all these texts, and the unread pasted lines.
 */
export async function describeListedFormulas(
  context: Readonly<RouterContextProvider>,
  locale: Locale,
  { items, formulas, unread }: Pick<Basket, "items" | "formulas" | "unread">,
) {
  const api = getApi(context);
  const notes = new Map<string, string[]>();
  const orders = await mapInBatches(formulas, async ({ formula, ...order }) => {
    const item = await api.optional(api.content.info("prescription", formula));
    const herbs =
      item && !createPrescriptionNotice(context, item) && (await api.optional(loadHerbNeeds(api, item, order)));
    return herbs ? { ...order, formula, title: item.title, herbs } : undefined;
  });
  const texts = new Map<string, string>();
  for (const order of orders) {
    if (!order) continue;
    const words = describeOrder(context, locale, order, items);
    for (const [id, note] of words.notes) notes.set(id, [...(notes.get(id) ?? []), note]);
    if (!order.isEdited) texts.set(order.formula, words.message);
  }
  const pastedText = unread.replace(pastedLinesMark, () => getT(context, "loader")("sheet.unread"));
  return { notes, texts, message: [...texts.values(), pastedText].filter(Boolean).join("\n") };
}

/** Parses the edited message. A formula's text that was changed or deleted isn't added again. */
export async function readWrittenMessage({ request, url, context, form }: Call): Promise<EditNotes | undefined> {
  if (!form.has("message")) return undefined;
  const { message = "" } = readFormValues("quotation", form);
  const basket = await openBasket(request, context);
  if (basket.items.length + basket.formulas.length === 0) return undefined;
  const { texts } = await describeListedFormulas(context, splitLocale(url.pathname).locale, basket);
  const markedMessage = message.replace(getT(context, "loader")("sheet.unread"), pastedLinesMark);
  const writtenText = [...texts.values()].reduce((text, own) => text.replace(own, ""), markedMessage);
  const editedFormulas = new Set([...texts].flatMap(([formula, text]) => (message.includes(text) ? [] : formula)));
  return ({ formulas }) => ({
    formulas: formulas.map((one) => (editedFormulas.has(one.formula) ? { ...one, isEdited: true as const } : one)),
    unread: writtenText
      .replace(/\n{2,}/g, "\n")
      .trim()
      .slice(0, forms.quotation.fields.message.maxLength),
  });
}

type CountedOrder = FormulaOrder & { title: string; herbs: Awaited<ReturnType<typeof loadHerbNeeds>> };

/** Returns the reason for each listed herb's quantity, and a message that names the other herbs. */
function describeOrder(
  context: Readonly<RouterContextProvider>,
  locale: Locale,
  { title, herbs, amount: total, per }: CountedOrder,
  items: Basket["items"],
) {
  const t = getT(context, "quotation");
  const format = (amount: number, unit: string) => formatDose(roundAmount(amount), unit, locale);
  const notes = new Map<string, string>();
  for (const { id, amount, unit, minimum } of herbs) {
    const item = items.find((one) => one.id === id);
    if (!item) continue;
    const isRaised = minimum && sumNeeds(item) < minimum.quantity && item.quantity <= minimum.quantity;
    notes.set(item.id, t(isRaised ? "formula.raised" : "formula.needs", { title, amount: format(amount, unit) }));
  }
  const herbGroups = Map.groupBy(herbs, ({ id, needed }) =>
    id === undefined ? "rest" : needed === undefined ? "uncounted" : "listed",
  );
  const restLines = (["rest", "uncounted"] as const).flatMap((key) => {
    const amounts = herbGroups.get(key)?.map(({ name, amount, unit }) => `${name} ${format(amount, unit)}`);
    return amounts ? t(`formula.${key}`, { herbs: formatList(amounts, locale) }) : [];
  });
  const totalText = per === "doses" ? t("formula.doses", { count: total }) : formatDose(total * 1000, "g", locale);
  return { notes, message: [t("formula.message", { title, total: totalText }), ...restLines].join("\n") };
}
