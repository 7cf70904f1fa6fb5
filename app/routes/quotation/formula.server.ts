import { openBasket, type BasketCall, type EditNotes } from "#app/http/forms/visitor-basket.ts";
import { getApi, getT, type Context } from "#app/http/request-context.ts";
import { formatDose, formatList, roundAmount } from "#app/i18n/format.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import { loadHerbNeeds } from "#app/loaders/formula.server.ts";
import { createPrescriptionNotice } from "#app/loaders/restrictions.server.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import type { Basket, BasketItem } from "#app/services/submissions/orders/basket.ts";
import type { FormulaOrder } from "#app/services/submissions/orders/formula-order.ts";
import { readFormValues } from "#app/services/submissions/received/forms.ts";

/**
 * Describes a list's formulas. `notes`: reasons for each item's quantity. `forms`: processed forms of items. `texts`: each
 * formula's part of the message, which names the herbs that the list lacks. `message`: all these texts, and what the
 * visitor typed.
 */
export async function describeListedFormulas(
  context: Context,
  locale: Locale,
  { items, formulas, message: typedMessage }: Pick<Basket, "items" | "formulas" | "message">,
) {
  const api = getApi(context);
  const notes = new Map<string, string[]>();
  const orders = await mapInBatches(formulas, async ({ formula, ...order }) => {
    const item = await api.optional(api.content.info("prescription", formula));
    const herbs =
      item && !createPrescriptionNotice(context, item) && (await api.optional(loadHerbNeeds(context, item, order)));
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
  const message = [...texts.values(), typedMessage].filter(Boolean).join("\n");
  return { notes, forms: itemForms, texts, message };
}

/** Parses the edited message. A formula's text that was changed or deleted isn't added again. */
export async function readWrittenMessage({ request, url, context, form }: BasketCall): Promise<EditNotes | undefined> {
  if (!form.has("message")) return undefined;
  const { message = "" } = readFormValues("quotation", form);
  const basket = await openBasket(request, context);
  if (basket.items.length + basket.formulas.length === 0 && basket.message + basket.pasted.text === "")
    return undefined;
  const { texts } = await describeListedFormulas(context, splitLocale(url.pathname).locale, basket);
  const writtenText = [...texts.values()].reduce((text, own) => text.replace(own, ""), message);
  const editedFormulas = new Set([...texts].flatMap(([formula, text]) => (message.includes(text) ? [] : formula)));
  return ({ formulas, pasted }) => ({
    pasted,
    formulas: formulas.map((one) => (editedFormulas.has(one.formula) ? { ...one, isEdited: true as const } : one)),
    message: writtenText
      .replace(/\n{2,}/g, "\n")
      .trim()
      .slice(0, forms.quotation.fields.message.maxLength),
  });
}

/** Names the processed forms that formulas need, with their amounts if the item stands for anything else, too. */
function describeForm(
  context: Context,
  locale: Locale,
  { id, isApart }: BasketItem,
  herbs: CountedOrder["herbs"],
): string | undefined {
  const needs = herbs.filter((herb) => herb.id === id);
  const processedNeeds = needs.filter(({ processed }) => processed);
  const needsByForm = Map.groupBy(processedNeeds, ({ name }) => name);
  if (!isApart && needsByForm.size === 1 && processedNeeds.length === needs.length) return needs[0]!.name;
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
  context: Context,
  locale: Locale,
  { title, herbs, amount: total, per }: CountedOrder,
  items: Basket["items"],
) {
  const t = getT(context, "quotation");
  const format = (amount: number, unit: string) => formatDose(roundAmount(amount), unit, locale);
  const notes = new Map<string, string>();
  for (const { id, amount, unit } of herbs) {
    const item = items.find((one) => one.id === id);
    if (!item) continue;
    const note = t("formula.needs", { title, amount: format(amount, unit) });
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
