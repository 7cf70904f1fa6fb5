import type { z } from "zod";
import { forms, limits } from "../contract/limits.ts";
import { quotationRequestSchema, type FieldProblem } from "../contract/submissions.ts";
import type { Locale } from "../i18n/locales.ts";
import { isItemId, type BasketItem } from "./basket.ts";
import { normaliseContact } from "./contact.ts";
import { asTyped, fieldErrors } from "./form-text.ts";

type QuotationRequest = z.output<typeof quotationRequestSchema>;

/** Fields of the form beside its items; `website` is the trap that people don't see. */
const quotationFields = [...forms.quotation.fields, "website"] as const;

type QuotationField = (typeof quotationFields)[number];

export type QuotationValues = Record<QuotationField, string>;

/** A row of the form as it was typed. */
export type TypedItem = { id: string; quantity: string };

type ReadQuotation =
  | { request: QuotationRequest; contact: string }
  | { errors: Partial<Record<QuotationField, FieldProblem>>; values: QuotationValues };

/** Most characters of a quantity that are shown again as they were typed. */
const longestQuantity = 40;

/**
 * The rows of the form, in their order; each id once, and as many as a list holds. What can't be an id is left out.
 * @returns `isCut` where there were more rows than a list holds
 */
export function typedItems(form: URLSearchParams): { rows: TypedItem[]; isCut: boolean } {
  const quantities = form.getAll("quantity");
  const rows = new Map<string, TypedItem>();
  for (const [index, id] of form.getAll("item").entries()) {
    if (!isItemId(id) || rows.has(id)) continue;
    if (rows.size === limits.items) return { rows: [...rows.values()], isCut: true };
    rows.set(id, { id, quantity: (quantities[index] ?? "").slice(0, longestQuantity) });
  }
  return { rows: [...rows.values()], isCut: false };
}

/** The number that was typed as a quantity, full-width digits too; `undefined` for what is none. */
export function readQuantity(typed: string): number | undefined {
  const text = typed.trim().normalize("NFKC");
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= limits.quantity ? number : undefined;
}

/** What was typed into the form beside its rows. */
export function quotationValues(form: URLSearchParams): QuotationValues {
  return asTyped(form, quotationFields);
}

/**
 * Reads the quotation form. Text is kept as typed, but for line ends, which are `\n`.
 * @param items what is asked for, with the titles that the visitor sees
 */
export function readQuotation(
  form: URLSearchParams,
  items: readonly (BasketItem & { title: string; sku?: string; unit?: string })[],
  locale: Locale,
): ReadQuotation {
  const values = quotationValues(form);
  const { website, ...written } = values;
  const optional = { company: written.company || undefined, message: written.message || undefined };
  const result = quotationRequestSchema.safeParse({ ...written, ...optional, items, locale });
  const contact = normaliseContact(values.contact);
  const errors = fieldErrors<QuotationField>(result.error, { contact, website });
  if (result.success && contact && Object.keys(errors).length === 0) return { request: result.data, contact };
  return { errors, values };
}
