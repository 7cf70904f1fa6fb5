import { data, href, type RouterContextProvider } from "react-router";
import { formatDose, formatList, roundAmount } from "#app/i18n/format.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import { getApi, getRequestId, getT } from "#app/http/request-context.ts";
import { createUnavailable, redirectTo } from "#app/http/responses.ts";
import { createPrescriptionNotice } from "#app/loaders/restrictions.server.ts";
import type { Api } from "#app/services/api/api.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import {
  maxFormulas,
  pastedLinesMark,
  type Basket,
  type BasketFormula,
  type BasketItem,
} from "#app/services/submissions/basket.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import {
  addNeededItems,
  convertNeed,
  computeNeeds,
  formulaOrderSchema,
  maxAmountLength,
  sumNeeds,
  type FormulaOrder,
} from "#app/services/submissions/formula-order.ts";
import type { FormulaResult } from "#app/services/api/contract/forms/form-results.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { readFormValues } from "#app/services/submissions/forms.ts";
import {
  countChange,
  editBasket,
  loadBasketRows,
  logBasketError,
  openBasket,
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

/**
 * Adds a formula's herbs to the list. They replace those of an earlier order of the formula.
 * @returns a redirect to the list, or the refused order for the formula's page
 */
export async function addFormula(call: Call, formulaId: string) {
  const { request, url, context, api, form } = call;
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
    if (items.some(({ id }) => !ids.has(id))) return refuse(t("problem.full"), basket.headers);
    const path = localizePath(href("/quotation"), splitLocale(url.pathname).locale);
    return redirectTo(path, { status: 303, headers: basket.headers });
  } catch (error) {
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}

/** Replaces a formula in its position, or appends it. */
function replaceFormula(formulas: readonly BasketFormula[], ordered: BasketFormula): BasketFormula[] {
  const isNew = formulas.every(({ formula }) => formula !== ordered.formula);
  return isNew ? [...formulas, ordered] : formulas.map((one) => (one.formula === ordered.formula ? ordered : one));
}

/**
 * Describes a list's formulas. `notes`: reasons for each item's quantity. `forms`: processed forms of items. `texts`: each
 * formula's part of the message, which names the herbs that the list lacks. `message`: all these texts, and the unread
 * pasted lines.
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
  const herbs = orders.flatMap((order) => order?.herbs ?? []);
  const itemForms = new Map(items.map((item) => [item.id, describeForm(context, locale, item, herbs)]));
  for (const order of orders) {
    if (!order) continue;
    const words = describeOrder(context, locale, order, items);
    for (const [id, note] of words.notes) notes.set(id, [...(notes.get(id) ?? []), note]);
    if (!order.isEdited) texts.set(order.formula, words.message);
  }
  const pastedText = unread.replace(pastedLinesMark, () => getT(context, "loader")("sheet.unread"));
  const message = [...texts.values(), pastedText].filter(Boolean).join("\n");
  return { notes, forms: itemForms, texts, message };
}

/** Parses the edited message. A formula's text that was changed or deleted isn't added again. */
export async function readWrittenMessage({ request, url, context, form }: Call): Promise<EditNotes | undefined> {
  if (!form.has("message")) return undefined;
  const { message = "" } = readFormValues("quotation", form);
  const basket = await openBasket(request, context);
  if (basket.items.length + basket.formulas.length === 0 && basket.unread === "") return undefined;
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

/** Names the processed forms that formulas need, with their amounts if the item stands for anything else, too. */
function describeForm(
  context: Readonly<RouterContextProvider>,
  locale: Locale,
  { id, isApart }: BasketItem,
  herbs: CountedOrder["herbs"],
): string | undefined {
  const needs = herbs.filter((herb) => herb.id === id);
  const needsByForm = Map.groupBy(
    needs.filter(({ processed }) => processed),
    ({ name }) => name,
  );
  if (!isApart && needsByForm.size === 1 && needs.every(({ processed }) => processed)) return needs[0]!.name;
  const t = getT(context, "quotation");
  const parts = Array.from(needsByForm, ([form, all]) => {
    const grams = all.reduce((sum, { amount }) => sum + amount, 0);
    return t("formula.form", { form, amount: formatDose(roundAmount(grams), all[0]!.unit, locale) });
  });
  return formatList(parts, locale) || undefined;
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
    const isRaised = minimum && sumNeeds(item) < minimum.quantity && (item.quantity ?? 0) <= minimum.quantity;
    const note = t(isRaised ? "formula.raised" : "formula.needs", { title, amount: format(amount, unit) });
    notes.set(item.id, [notes.get(item.id), note].filter(Boolean).join(" · "));
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
