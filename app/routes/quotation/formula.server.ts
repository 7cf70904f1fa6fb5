import { href, type RouterContextProvider } from "react-router";
import { formatDose, formatList } from "../../i18n/format.ts";
import { localizePath, splitLocale } from "../../i18n/urls.ts";
import { getApi, getRequestId, getT } from "../../http/request-context.ts";
import { createUnavailable, getErrorStatus, redirectTo } from "../../http/responses.ts";
import type { Api } from "../../services/api/api.ts";
import {
  addNeededItems,
  convertNeed,
  countHerbs,
  formulaOrderSchema,
  type FormulaOrder,
} from "../../services/submissions/formula-order.ts";
import {
  editBasket,
  loadBasketRows,
  logBasketError,
  readBasketItems,
  showProblem,
  type Call,
} from "./action.server.ts";

const readFormulaOrder = (fields: URLSearchParams) => formulaOrderSchema.safeParse(Object.fromEntries(fields)).data;

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

/** Adds the herbs of a formula. The page that follows says from its address why each has its quantity. */
export async function addFormula(call: Call) {
  const { request, url, context, api, form } = call;
  const order = readFormulaOrder(form);
  if (!order) return showProblem(call, "amount", await readBasketItems(request, context));
  try {
    const { herbs } = await countFormula(api, order);
    const items = herbs.flatMap(({ id, needed = 0, minimum }) =>
      id === undefined ? [] : { id, needed, minimum: minimum?.quantity ?? 1 },
    );
    const basket = await editBasket(call, (all) => addNeededItems(all, items));
    const ids = new Set(basket.items.map(({ id }) => id));
    if (items.some(({ id }) => !ids.has(id))) return await showProblem(call, "full", basket.items);
    const query = new URLSearchParams({ formula: order.formula, amount: String(order.amount), per: order.per });
    const path = localizePath(`${href("/quotation")}?${query}`, splitLocale(url.pathname).locale);
    return redirectTo(path, { status: 303, headers: basket.headers });
  } catch (error) {
    if (getErrorStatus(error) === 404) return showProblem(call, "unknownItem", await readBasketItems(request, context));
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}

/** What the address says of a formula whose herbs are on the list: the reasons of the quantities, and a message with the other herbs. */
export async function loadFormulaWords(
  context: Readonly<RouterContextProvider>,
  url: URL,
  items: readonly { id: string }[],
) {
  const order = readFormulaOrder(url.searchParams);
  const api = getApi(context);
  const formula = order && (await api.optional(countFormula(api, order)));
  if (!formula) return undefined;
  const t = getT(context, "quotation");
  const { title, herbs } = formula;
  const { locale } = splitLocale(url.pathname);
  const notes = new Map<string, string>();
  for (const { id, amount, unit, needed = 0, minimum } of herbs) {
    const isRaised = minimum !== undefined && needed > 0 && needed < minimum.quantity;
    const words = { title, amount: formatDose(amount, unit, locale) };
    if (id !== undefined) notes.set(id, t(isRaised ? "formula.raised" : "formula.needs", words));
  }
  // The address may have come from another visitor.
  if (notes.size > 0 && !items.some(({ id }) => notes.has(id))) return undefined;
  const rest = Map.groupBy(herbs, ({ id, needed }) =>
    id === undefined ? "rest" : needed === undefined ? "uncounted" : "listed",
  );
  const restLines = (["rest", "uncounted"] as const).flatMap((key) => {
    const amounts = rest.get(key)?.map(({ name, amount, unit }) => `${name} ${formatDose(amount, unit, locale)}`);
    return amounts ? t(`formula.${key}`, { herbs: formatList(amounts, locale) }) : [];
  });
  const total =
    order.per === "doses" ? t("formula.doses", { count: order.amount }) : formatDose(order.amount * 1000, "g", locale);
  const message = [t("formula.message", { title, total }), ...restLines].join("\n");
  return { notes, message };
}
