import type { z } from "zod";
import type { FieldProblem } from "../api/contract/submissions.ts";

/** Reads the fields of a form. Line breaks become `\n`; the texts are otherwise unchanged. */
export function readFields<Field extends string>(
  form: URLSearchParams,
  fields: readonly Field[],
): Record<Field, string> {
  const entries = fields.map((field) => [field, (form.get(field) ?? "").replace(/\r\n?/g, "\n")]);
  return Object.fromEntries(entries) as Record<Field, string>;
}

/** Returns the first problem of each field. */
export function getFirstProblems(error: z.ZodError | undefined): Partial<Record<string, FieldProblem>> {
  const problems: Partial<Record<string, FieldProblem>> = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message as FieldProblem;
  return problems;
}

/** Collects the problems of a form: the first one of each field, an invalid contact, a filled-in honeypot. */
export function getFieldErrors<Field extends string>(
  error: z.ZodError | undefined,
  { contact, website }: { contact: string | undefined; website: string },
): Partial<Record<Field | "contact" | "website", FieldProblem>> {
  const errors = getFirstProblems(error);
  if (!contact) errors["contact"] ??= "contact";
  if (website !== "") errors["website"] = "honeypot";
  return errors as Partial<Record<Field | "contact" | "website", FieldProblem>>;
}
