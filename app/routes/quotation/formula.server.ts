import { href, type RouterContextProvider } from "react-router";
import { formatDose, formatList } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import { localizePath, splitLocale } from "../../i18n/urls.ts";
import { getApi, getRequestId, getT } from "../../http/request-context.ts";
import { createUnavailable, getErrorStatus, redirectTo } from "../../http/responses.ts";
import type { Api } from "../../services/api/api.ts";
import { mapInBatches } from "../../services/runtime/map-in-batches.ts";
import { maxFormulas, type BasketFormula, type Basket } from "../../services/submissions/basket.ts";
import {
  addNeededItems,
  convertNeed,
  countHerbs,
  formulaOrderSchema,
  sumNeeds,
  type FormulaOrder,
} from "../../services/submissions/formula-order.ts";
import { editBasket, loadBasketRows, logBasketError, openBasket, showProblem, type Call } from "./action.server.ts";

/** Counts the herbs of a formula, and looks up the minimum orders of those that are products. */
async function countFormula({ content, ...api }: Api, order: FormulaOrder) {
  const { title, ingredients } = await content.info("prescription", order.formula);
  const needs = countHerbs(ingredients, order);
  const products = needs.flatMap(({ product: id }) => (id === undefined ? [] : { id, quantity: 1 }));
  const rows = await loadBasketRows({ content, ...api }, products);
  const herbs = needs.map((need) => {
    const row = rows.find(({ id, title: name }) => id === need.product && name !== undefined);
    return { ...need, id: row?.id, minimum: row?.minimum, needed: convertNeed(need, row?.minimum) };
  });
  return { title, herbs };
}

/** Adds the herbs of a formula, in place of what the same formula has added before. */
export async function addFormula(call: Call) {
  const { request, url, context, api, form } = call;
  const basket = await openBasket(request, context);
  const order = formulaOrderSchema.safeParse(Object.fromEntries(form)).data;
  if (!order) return showProblem(call, "amount", basket);
  const others = basket.formulas.filter(({ formula }) => formula !== order.formula);
  if (others.length >= maxFormulas) return showProblem(call, "full", basket);
  try {
    const { herbs } = await countFormula(api, order);
    const items = herbs.flatMap(({ id, needed = 0, minimum }) =>
      id === undefined ? [] : { id, needed, minimum: minimum?.quantity ?? 1 },
    );
    const formula = items.length > 0 ? order : { ...order, isUnlisted: true as const };
    const changed = await editBasket(
      call,
      (all) => addNeededItems(all, items, order.formula),
      ({ formulas, unread }) => {
        const isSame = (one: BasketFormula) => one.formula === order.formula;
        return {
          formulas: formulas.some(isSame)
            ? formulas.map((one) => (isSame(one) ? formula : one))
            : [...formulas, formula],
          unread,
        };
      },
    );
    const ids = new Set(changed.items.map(({ id }) => id));
    if (items.some(({ id }) => !ids.has(id))) return await showProblem(call, "full", changed);
    const path = localizePath(href("/quotation"), splitLocale(url.pathname).locale);
    return redirectTo(path, { status: 303, headers: changed.headers });
  } catch (error) {
    if (getErrorStatus(error) === 404) return showProblem(call, "unknownItem", basket);
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}

/** Three digits, and of kilograms ten grams: 410.959 g are 411 g. */
const roundAmount = (amount: number) =>
  amount < 100 ? Number(amount.toPrecision(3)) : amount < 1000 ? Math.round(amount) : Math.round(amount / 10) * 10;

type Words = { notes: Map<string, string[]>; message: string };

/** Says what the formulas of a list need: the reasons of the quantities, and a message with the herbs that aren't on it, and with pasted lines. */
export async function loadListWords(
  context: Readonly<RouterContextProvider>,
  locale: Locale,
  { items, formulas, unread }: Pick<Basket, "items" | "formulas" | "unread">,
): Promise<Words> {
  const api = getApi(context);
  const t = getT(context, "quotation");
  const counted = await mapInBatches(formulas, async (order) => ({
    order,
    formula: await api.optional(countFormula(api, order)),
  }));
  const notes = new Map<string, string[]>();
  const messages = counted.flatMap(({ order, formula }) => {
    if (!formula) return [];
    const { title, herbs } = formula;
    const format = (amount: number, unit: string) => formatDose(roundAmount(amount), unit, locale);
    for (const { id, amount, unit, minimum } of herbs) {
      const item = items.find((one) => one.id === id);
      if (!item) continue;
      const isRaised = minimum && sumNeeds(item) < minimum.quantity && item.quantity <= minimum.quantity;
      const note = t(isRaised ? "formula.raised" : "formula.needs", { title, amount: format(amount, unit) });
      notes.set(item.id, [...(notes.get(item.id) ?? []), note]);
    }
    const rest = Map.groupBy(herbs, ({ id, needed }) =>
      id === undefined ? "rest" : needed === undefined ? "uncounted" : "listed",
    );
    const restLines = (["rest", "uncounted"] as const).flatMap((key) => {
      const amounts = rest.get(key)?.map(({ name, amount, unit }) => `${name} ${format(amount, unit)}`);
      return amounts ? t(`formula.${key}`, { herbs: formatList(amounts, locale) }) : [];
    });
    const total =
      order.per === "doses"
        ? t("formula.doses", { count: order.amount })
        : formatDose(order.amount * 1000, "g", locale);
    return [t("formula.message", { title, total }), ...restLines].join("\n");
  });
  const lines = unread && getT(context, "loader")("sheet.unread", { lines: unread });
  return { notes, message: [...messages, lines].filter(Boolean).join("\n") };
}
