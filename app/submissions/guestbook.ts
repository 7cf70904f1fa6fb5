import type { z } from "zod";
import { forms } from "../contract/limits.ts";
import { guestbookMessageSchema, type FieldProblem } from "../contract/submissions.ts";
import type { Locale } from "../i18n/locales.ts";
import { normaliseContact } from "./contact.ts";
import { asTyped, fieldErrors } from "./form-text.ts";

type GuestbookMessage = z.output<typeof guestbookMessageSchema>;

/** Fields of the form, in their order; `website` is the trap that people don't see. */
const guestbookFields = [...forms.guestbook.fields, "website"] as const;

type GuestbookField = (typeof guestbookFields)[number];

export type GuestbookValues = Record<GuestbookField, string>;

type ReadGuestbook =
  | { message: GuestbookMessage; contact: string }
  | { errors: Partial<Record<GuestbookField, FieldProblem>>; values: GuestbookValues };

/** What was typed into the form, with line ends as `\n`. */
export function guestbookValues(form: URLSearchParams): GuestbookValues {
  return asTyped(form, guestbookFields);
}

/** Reads the guestbook form. Text is kept as typed, but for line ends, which are `\n`. */
export function readGuestbook(form: URLSearchParams, locale: Locale): ReadGuestbook {
  const values = guestbookValues(form);
  const { website, ...written } = values;
  const result = guestbookMessageSchema.safeParse({ ...written, subject: written.subject || undefined, locale });
  const contact = normaliseContact(values.contact);
  const errors = fieldErrors<GuestbookField>(result.error, { contact, website });
  if (result.success && contact && Object.keys(errors).length === 0) return { message: result.data, contact };
  return { errors, values };
}
