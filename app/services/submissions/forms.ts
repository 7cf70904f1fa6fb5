import type { z } from "zod";
import type { Locale } from "../../i18n/locales.ts";
import { forms, isRequired, type FormField } from "../api/contract/form-fields.ts";
import {
  codeRequestSchema,
  guestbookMessageSchema,
  loginSchema,
  quotationRequestSchema,
  type FieldProblem,
} from "../api/contract/submissions.ts";
import type { BasketItem } from "./basket.ts";
import { normaliseContact } from "./contact.ts";

type StoredForm = "guestbook" | "quotation";

/** `website` is the honeypot, which people don't see. */
type FormValues<Form extends StoredForm> = Record<FormField<Form> | "website", string>;

/** `contact` is the normalised contact. */
type FormResult<Form extends StoredForm, Payload> =
  | { payload: Payload; contact: string }
  | { errors: Partial<Record<FormField<Form> | "website", FieldProblem>>; values: FormValues<Form> };

export type LoginValues = Record<FormField<"login">, string>;

type LoginResult<Input> = { values: LoginValues } & (
  { input: Input } | { errors: Partial<Record<FormField<"login">, FieldProblem>> }
);

/** Line breaks become `\n`; the texts are otherwise unchanged. */
export function readFormValues<Form extends StoredForm>(name: Form, form: URLSearchParams): FormValues<Form> {
  const fields = [...forms[name].fields, "website"];
  const entries = fields.map((field) => [field, (form.get(field) ?? "").replace(/\r\n?/g, "\n")]);
  return Object.fromEntries(entries) as FormValues<Form>;
}

export function readGuestbook(form: URLSearchParams, locale: Locale) {
  return readStoredForm("guestbook", guestbookMessageSchema, form, { locale });
}

/** @param items with the titles that the visitor sees */
export function readQuotation(
  form: URLSearchParams,
  items: readonly (BasketItem & { title: string; sku?: string; unit?: string })[],
  locale: Locale,
) {
  return readStoredForm("quotation", quotationRequestSchema, form, { items, locale });
}

/** Requires the account only. */
export function readCodeRequest(form: URLSearchParams) {
  return readLoginForm(codeRequestSchema, form);
}

/** Full-width digits are accepted, and spaces in the code are ignored. */
export function readLogin(form: URLSearchParams) {
  return readLoginForm(loginSchema, form);
}

function readStoredForm<Form extends StoredForm, Schema extends z.ZodType>(
  name: Form,
  schema: Schema,
  form: URLSearchParams,
  facts: object,
): FormResult<Form, z.output<Schema>> {
  const values = readFormValues<StoredForm>(name, form);
  const { website, ...fields } = values;
  const isFilled = ([field, value]: [string, string]) => value !== "" || isRequired(name, field as FormField);
  const filledFields = Object.fromEntries(Object.entries(fields).filter(isFilled));
  const result = schema.safeParse({ ...filledFields, ...facts });
  const contact = normaliseContact(values.contact);
  const errors = getFirstProblems(result.error);
  if (!contact) errors["contact"] ??= "contact";
  if (website !== "") errors["website"] = "honeypot";
  if (result.success && contact && Object.keys(errors).length === 0) return { payload: result.data, contact };
  return { errors, values } as FormResult<Form, z.output<Schema>>;
}

function readLoginForm<Schema extends z.ZodType>(schema: Schema, form: URLSearchParams): LoginResult<z.output<Schema>> {
  const values = { account: form.get("account") ?? "", code: form.get("code") ?? "" };
  const code = values.code.normalize("NFKC").replace(/\s/g, "");
  const result = schema.safeParse({ account: values.account.trim(), code });
  return result.success ? { values, input: result.data } : { values, errors: getFirstProblems(result.error) };
}

function getFirstProblems(error: z.ZodError | undefined): Partial<Record<string, FieldProblem>> {
  const problems: Partial<Record<string, FieldProblem>> = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message as FieldProblem;
  return problems;
}
