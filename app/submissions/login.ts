import type { z } from "zod";
import type { FormField } from "../contract/limits.ts";
import { codeRequestSchema, loginSchema, type FieldProblem } from "../contract/submissions.ts";
import { firstProblems } from "./form-text.ts";

export type LoginValues = Record<FormField<"login">, string>;

type LoginErrors = Partial<Record<FormField<"login">, FieldProblem>>;

type Read<Schema extends z.ZodType> = { values: LoginValues } & ({ input: z.output<Schema> } | { errors: LoginErrors });

/** Reads the login form as a request for a code: the account alone. */
export function readCodeRequest(form: URLSearchParams): Read<typeof codeRequestSchema> {
  return read(form, codeRequestSchema);
}

/** Reads the login form whole. Digits of any width count, and spaces in the code don't. */
export function readLogin(form: URLSearchParams): Read<typeof loginSchema> {
  return read(form, loginSchema);
}

function read<Schema extends z.ZodType>(form: URLSearchParams, schema: Schema): Read<Schema> {
  const values = { account: form.get("account") ?? "", code: form.get("code") ?? "" };
  const code = values.code.normalize("NFKC").replace(/\s/g, "");
  const result = schema.safeParse({ account: values.account.trim(), code });
  if (result.success) return { values, input: result.data };
  return { values, errors: firstProblems(result.error) as LoginErrors };
}
