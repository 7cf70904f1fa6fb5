import { href, type RouterContextProvider } from "react-router";
import { formatDose, formatList } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import { localizePath, splitLocale } from "../../i18n/urls.ts";
import { readId } from "../../http/params.ts";
import { getApi, getRequestId, getT } from "../../http/request-context.ts";
import { createUnavailable, getErrorStatus, redirectTo } from "../../http/responses.ts";
import { createPrescription, type Prescription } from "../../loaders/restrictions.server.ts";
import type { Api } from "../../services/api/api.ts";
import type { Item } from "../../services/api/contract/entities.ts";
import {
  addNeededItems,
  convertNeed,
  countHerbs,
  formulaOrderSchema,
  type FormulaOrder,
} from "../../services/submissions/formula-order.ts";
import type { FormProblem } from "../../services/api/contract/forms/form-results.ts";
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
async function countFormula(api: Api, { ingredients }: Item<"prescription">, order: FormulaOrder) {
  const needs = countHerbs(ingredients, order);
  const products = needs.flatMap(({ product: id }) => (id === undefined ? [] : { id, quantity: 1 }));
  const rows = await loadBasketRows(api, products);
  return needs.map((need) => {
    const row = rows.find(({ id, title: name }) => id === need.product && name !== undefined);
    return { ...need, id: row?.id, minimum: row?.minimum, needed: convertNeed(need, row?.minimum) };
  });
}

type CountedHerb = Awaited<ReturnType<typeof countFormula>>[number];

/** Adds the herbs of a formula. The page that follows says from its address why each has its quantity. */
export async function addFormula(call: Call) {
  const { request, url, context, api, form } = call;
  const order = readFormulaOrder(form);
  const formula = readId(form.get("formula") ?? "");
  const refuse = async (problem: FormProblem["problem"], message?: string) =>
    showProblem(call, problem, await readBasketItems(request, context), message);
  try {
    const item = formula && (await api.content.info("prescription", formula));
    const prescription = item && createPrescription(context, item);
    if (prescription) return await refuse("prescription", prescription.text);
    if (!item || !order) return await refuse("amount");
    const herbs = await countFormula(api, item, order);
    const items = herbs.flatMap(({ id, needed = 0, minimum }) =>
      id === undefined ? [] : { id, needed, minimum: minimum?.quantity ?? 1 },
    );
    const basket = await editBasket(call, (all) => addNeededItems(all, items));
    const ids = new Set(basket.items.map(({ id }) => id));
    if (items.some(({ id }) => !ids.has(id))) return await showProblem(call, "full", basket.items);
    const query = new URLSearchParams({ formula, amount: String(order.amount), per: order.per });
    const path = localizePath(`${href("/quotation")}?${query}`, splitLocale(url.pathname).locale);
    return redirectTo(path, { status: 303, headers: basket.headers });
  } catch (error) {
    if (getErrorStatus(error) === 404) return refuse("unknownItem");
    logBasketError(context, error);
    throw createUnavailable(getRequestId(context));
  }
}

type FormulaWords = { prescription?: Prescription; notes?: Map<string, string>; message?: string };

/** Reads from the address which formula was ordered. One that needs a prescription is only said to. */
export async function loadFormulaWords(
  context: Readonly<RouterContextProvider>,
  url: URL,
  items: readonly { id: string }[],
): Promise<FormulaWords> {
  const api = getApi(context);
  const formulaId = readId(url.searchParams.get("formula") ?? "");
  const formula = formulaId && (await api.optional(api.content.info("prescription", formulaId)));
  if (!formula) return {};
  const prescription = createPrescription(context, formula);
  if (prescription) return { prescription };
  const order = readFormulaOrder(url.searchParams);
  const herbs = order && (await api.optional(countFormula(api, formula, order)));
  if (!herbs) return {};
  const words = describeOrder(context, splitLocale(url.pathname).locale, { title: formula.title, herbs, ...order });
  // The address may have come from another visitor.
  return words.notes.size > 0 && !items.some(({ id }) => words.notes.has(id)) ? {} : words;
}

/** Returns why each product has its quantity, and a message with the other herbs. */
function describeOrder(
  context: Readonly<RouterContextProvider>,
  locale: Locale,
  { title, herbs, amount: total, per }: FormulaOrder & { title: string; herbs: CountedHerb[] },
) {
  const t = getT(context, "quotation");
  const notes = new Map<string, string>();
  for (const { id, amount, unit, needed = 0, minimum } of herbs) {
    const isRaised = minimum !== undefined && needed > 0 && needed < minimum.quantity;
    const words = { title, amount: formatDose(amount, unit, locale) };
    if (id !== undefined) notes.set(id, t(isRaised ? "formula.raised" : "formula.needs", words));
  }
  const rest = Map.groupBy(herbs, ({ id, needed }) =>
    id === undefined ? "rest" : needed === undefined ? "uncounted" : "listed",
  );
  const restLines = (["rest", "uncounted"] as const).flatMap((key) => {
    const amounts = rest.get(key)?.map(({ name, amount, unit }) => `${name} ${formatDose(amount, unit, locale)}`);
    return amounts ? t(`formula.${key}`, { herbs: formatList(amounts, locale) }) : [];
  });
  const totalText = per === "doses" ? t("formula.doses", { count: total }) : formatDose(total * 1000, "g", locale);
  return { notes, message: [t("formula.message", { title, total: totalText }), ...restLines].join("\n") };
}
