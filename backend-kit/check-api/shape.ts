import { z } from "zod";
import { createDocumentedSchema, createReadingSchema, unreadable } from "#app/services/api/contract/documented.ts";
import type { Remark } from "./findings.ts";

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

const maxExcerptLength = 70;

/**
 * If a required field is missing below these parents, the site loses a row or an item. Elsewhere, it loses only a part
 * of a page.
 */
const mandatoryParents: readonly PropertyKey[] = ["data", "rows", "children", "prev", "next", "related"];

export function formatExcerpt(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength - 1)}…` : text;
}

/**
 * Compares a value with the documented schema, and reports the schema's messages. @param example a valid value, whose
 * parts are quoted
 */
export function compareShape(schema: z.ZodType, value: unknown, example?: unknown): Remark[] {
  const { error } = createDocumentedSchema(schema, "strict").safeParse(value);
  const parsedValue = createReadingSchema(schema).parse(value);
  return (error?.issues ?? []).flatMap(flattenIssue).map((issue) => ({
    ...judge(issue, getValueAt(value, issue.path), getValueAt(parsedValue, issue.path)),
    path: formatPath(issue.path),
    example: quoteExample(example, issue.path),
  }));
}

/**
 * Splits an issue about several unknown fields, and replaces an issue about a union with the issues of the alternative
 * that the value resembles.
 */
function flattenIssue(issue: Issue): Issue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => ({ ...issue, path: [...issue.path, name] }));
  if (issue.code !== "invalid_union") return [issue];
  const innerIssues = issue.errors.find((errors) =>
    errors.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (!innerIssues) return [issue];
  return innerIssues.flatMap((inner) => flattenIssue({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** @param parsedValue the value as the site reads it */
function judge({ code, path, message }: Issue, value: unknown, parsedValue: unknown): Omit<Remark, "path"> {
  const found = `${formatExcerpt(value)}: ${message}`;
  if (code === "unrecognized_keys")
    return { level: "tolerated", found: `${formatExcerpt(value)}: not in the contract, the site drops it` };
  if (typeof path.at(-1) === "number") return { level: "tolerated", found: `${found}; the site leaves it out` };
  const mandatory = path.slice(0, -1).every((step) => typeof step === "number" || mandatoryParents.includes(step));
  if (parsedValue === unreadable) return { level: isEmpty(value) ? "missing" : "wrong", mandatory, found };
  const foundAbsent = `${found}; read as absent`;
  if (isEmpty(value) || value === "") return { level: "tolerated", found: foundAbsent };
  if (isEmpty(parsedValue))
    return { level: "wrong", mandatory: mandatory && mandatoryParents.includes(path.at(-1)!), found: foundAbsent };
  // The site keeps the value. A picture's bare address, which becomes its `src`, counts as kept.
  if (parsedValue === value || (parsedValue as { src?: unknown }).src === value)
    return { level: "wrong", mandatory: false, found };
  return { level: "tolerated", found: `${found}; the site reads ${formatExcerpt(parsedValue)}` };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function formatPath(path: Path): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`));
  return steps.join("").slice(1);
}

function getValueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, step) => (node as Record<PropertyKey, unknown> | null | undefined)?.[step], value);
}

function quoteExample(example: unknown, path: Path): string {
  const firstMembers = path.map((step) => (typeof step === "number" ? 0 : step));
  const value = getValueAt(example, firstMembers);
  return value === undefined ? "" : formatExcerpt(value);
}
