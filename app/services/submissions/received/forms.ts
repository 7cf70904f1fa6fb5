import type { z } from "zod";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import type { FieldErrors, FieldValues } from "#app/services/api/contract/forms/form-results.ts";
import { listFields, type FormName } from "#app/services/api/contract/forms/forms.ts";
import { getTypedSchema, type FieldProblem, type Submission } from "#app/services/api/contract/forms/submissions.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { joinContacts, readContacts } from "#app/services/submissions/texts/contact-list.ts";

/** Reads the form's fields, cleans their text, and converts line breaks to `\n`. */
export function readFormValues(name: FormName, form: URLSearchParams): FieldValues {
  const controls = [...listFields(name).map(([field]) => field), "website"];
  return Object.fromEntries(
    controls.map((control) => [control, cleanText(form.get(control) ?? "").replace(/\r\n?/g, "\n")]),
  );
}

/**
 * @param addedFields fields that the visitor doesn't type
 * @returns the fields and the normalised contacts, or the errors and the typed values
 */
export function readSubmission(
  name: FormName,
  form: URLSearchParams,
  addedFields: Pick<Submission, "locale" | "items">,
): { payload: Submission; contact: string } | { errors: FieldErrors; values: FieldValues } {
  const values = readFormValues(name, form);
  if (values.website) return { errors: { website: "honeypot" }, values };
  const filledFields = listFields(name).filter(([field, { isRequired }]) => values[field] || isRequired);
  const texts = Object.fromEntries(filledFields.map(([field]) => [field, values[field]]));
  const result = getTypedSchema(name).safeParse({ ...texts, ...addedFields });
  const errors = getFirstProblems(result.error);
  const contact = errors.contact ? undefined : joinContacts(readContacts(values.contact ?? ""));
  if (!contact) errors.contact ??= "contact";
  return result.success && contact ? { payload: result.data, contact } : { errors, values };
}

/** Reads the account and the code. In the code, accepts full-width digits and ignores spaces. */
export function readLoginForm<Schema extends z.ZodType>(
  schema: Schema,
  form: URLSearchParams,
): { values: FieldValues } & ({ input: z.output<Schema> } | { errors: FieldErrors }) {
  const values = { account: form.get("account") ?? "", code: form.get("code") ?? "" };
  const code = normaliseUnicode(values.code, "NFKC").replace(/\s/g, "");
  const result = schema.safeParse({ account: values.account.trim(), code });
  return result.success ? { values, input: result.data } : { values, errors: getFirstProblems(result.error) };
}

function getFirstProblems(error: z.ZodError | undefined): FieldErrors {
  const problems: Partial<Record<PropertyKey, FieldProblem>> = {};
  for (const { path, message } of error?.issues ?? []) problems[path[0]!] ??= message as FieldProblem;
  return problems;
}
