import type { z } from "zod";
import { forms } from "../api/contract/limits.ts";
import { guestbookMessageSchema, type FieldProblem } from "../api/contract/submissions.ts";
import type { Locale } from "../../i18n/locales.ts";
import { normaliseContact } from "./contact.ts";
import { readFields, getFieldErrors } from "./form-fields.ts";

type GuestbookMessage = z.output<typeof guestbookMessageSchema>;

/** Fields of the form in their order. `website` is the honeypot, which people don't see. */
const guestbookFields = [...forms.guestbook.fields, "website"] as const;

type GuestbookField = (typeof guestbookFields)[number];

export type GuestbookValues = Record<GuestbookField, string>;

type GuestbookResult =
  | { message: GuestbookMessage; contact: string }
  | { errors: Partial<Record<GuestbookField, FieldProblem>>; values: GuestbookValues };

/** Reads the fields without validation. Line breaks become `\n`. */
export function readGuestbookValues(form: URLSearchParams): GuestbookValues {
  return readFields(form, guestbookFields);
}

/** Validates the guestbook form. `contact` is the normalised contact. */
export function readGuestbook(form: URLSearchParams, locale: Locale): GuestbookResult {
  const values = readGuestbookValues(form);
  const { website, ...fields } = values;
  const result = guestbookMessageSchema.safeParse({ ...fields, subject: fields.subject || undefined, locale });
  const contact = normaliseContact(values.contact);
  const errors = getFieldErrors<GuestbookField>(result.error, { contact, website });
  if (result.success && contact && Object.keys(errors).length === 0) return { message: result.data, contact };
  return { errors, values };
}
