import type { z } from "zod";
import type { FormField } from "../../api/contract/limits.ts";
import { codeRequestSchema, loginSchema, type FieldProblem } from "../../api/contract/submissions.ts";
import { getFirstProblems } from "../form-fields.ts";

export type LoginValues = Record<FormField<"login">, string>;

type LoginErrors = Partial<Record<FormField<"login">, FieldProblem>>;

type ReadResult<Schema extends z.ZodType> = { values: LoginValues } & (
  { input: z.output<Schema> } | { errors: LoginErrors }
);

/** Validates the login form as a request for a code, which requires the account only. */
export function readCodeRequest(form: URLSearchParams): ReadResult<typeof codeRequestSchema> {
  return readForm(form, codeRequestSchema);
}

/** Validates the whole login form. Full-width digits are accepted, and spaces in the code are ignored. */
export function readLogin(form: URLSearchParams): ReadResult<typeof loginSchema> {
  return readForm(form, loginSchema);
}

function readForm<Schema extends z.ZodType>(form: URLSearchParams, schema: Schema): ReadResult<Schema> {
  const values = { account: form.get("account") ?? "", code: form.get("code") ?? "" };
  const code = values.code.normalize("NFKC").replace(/\s/g, "");
  const result = schema.safeParse({ account: values.account.trim(), code });
  if (result.success) return { values, input: result.data };
  return { values, errors: getFirstProblems(result.error) as LoginErrors };
}
