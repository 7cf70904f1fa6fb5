import type { z } from "zod";
import type { FieldProblem } from "../contract/submissions.ts";

/** Fields of a form as they were typed; line ends are `\n`, whatever the browser sends. */
export function asTyped<Field extends string>(form: URLSearchParams, fields: readonly Field[]): Record<Field, string> {
  const entries = fields.map((field) => [field, (form.get(field) ?? "").replace(/\r\n?/g, "\n")]);
  return Object.fromEntries(entries) as Record<Field, string>;
}

/** The first problem of each field. */
export function firstProblems(error: z.ZodError | undefined): Partial<Record<string, FieldProblem>> {
  const problems: Partial<Record<string, FieldProblem>> = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message as FieldProblem;
  return problems;
}

/** What is wrong with a form: the first problem of each field, a contact that can't be read, a trap that was filled in. */
export function fieldErrors<Field extends string>(
  error: z.ZodError | undefined,
  { contact, website }: { contact: string | undefined; website: string },
): Partial<Record<Field | "contact" | "website", FieldProblem>> {
  const errors = firstProblems(error);
  if (!contact) errors["contact"] ??= "contact";
  if (website !== "") errors["website"] = "trap";
  return errors as Partial<Record<Field | "contact" | "website", FieldProblem>>;
}
