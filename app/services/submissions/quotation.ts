import type { z } from "zod";
import { forms, limits } from "../api/contract/limits.ts";
import { quotationRequestSchema, type FieldProblem } from "../api/contract/submissions.ts";
import type { Locale } from "../../i18n/locales.ts";
import { isItemId, type BasketItem } from "./basket.ts";
import { normaliseContact } from "./contact.ts";
import { readFields, getFieldErrors } from "./form-fields.ts";

type QuotationRequest = z.output<typeof quotationRequestSchema>;

/** Fields of the form without its items. `website` is the honeypot, which people don't see. */
const quotationFields = [...forms.quotation.fields, "website"] as const;

type QuotationField = (typeof quotationFields)[number];

export type QuotationValues = Record<QuotationField, string>;

/** A row of the form. The quantity is the visitor's text. */
export type FormItem = { id: string; quantity: string };

type QuotationResult =
  | { request: QuotationRequest; contact: string }
  | { errors: Partial<Record<QuotationField, FieldProblem>>; values: QuotationValues };

/** A longer quantity is truncated before the form shows it again. */
const maxQuantityLength = 40;

/**
 * Reads the rows of the form in their order. Invalid and repeated ids are dropped, and so are rows beyond the limit.
 * @returns `isTruncated` if the form had more rows than the limit
 */
export function readFormItems(form: URLSearchParams): { rows: FormItem[]; isTruncated: boolean } {
  const quantities = form.getAll("quantity");
  const rows = new Map<string, FormItem>();
  for (const [index, id] of form.getAll("item").entries()) {
    if (!isItemId(id) || rows.has(id)) continue;
    if (rows.size === limits.items) return { rows: [...rows.values()], isTruncated: true };
    rows.set(id, { id, quantity: (quantities[index] ?? "").slice(0, maxQuantityLength) });
  }
  return { rows: [...rows.values()], isTruncated: false };
}

/** Parses a quantity, full-width digits included; `undefined` if it is invalid. */
export function parseQuantity(input: string): number | undefined {
  const text = input.trim().normalize("NFKC");
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= limits.quantity ? number : undefined;
}

/** Reads the fields without the rows, and without validation. */
export function readQuotationValues(form: URLSearchParams): QuotationValues {
  return readFields(form, quotationFields);
}

/**
 * Validates the quotation form. `contact` is the normalised contact.
 * @param items the requested items, with the titles that the visitor sees
 */
export function readQuotation(
  form: URLSearchParams,
  items: readonly (BasketItem & { title: string; sku?: string; unit?: string })[],
  locale: Locale,
): QuotationResult {
  const values = readQuotationValues(form);
  const { website, ...formFields } = values;
  const optional = { company: formFields.company || undefined, message: formFields.message || undefined };
  const result = quotationRequestSchema.safeParse({ ...formFields, ...optional, items, locale });
  const contact = normaliseContact(values.contact);
  const errors = getFieldErrors<QuotationField>(result.error, { contact, website });
  if (result.success && contact && Object.keys(errors).length === 0) return { request: result.data, contact };
  return { errors, values };
}
