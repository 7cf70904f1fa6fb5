import { z } from "zod";
import { createDocumentedForm, getDocumentedForm } from "../../app/services/api/contract/documented.ts";
import type { EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { examples } from "../../app/services/api/contract/examples.ts";
import type { Remark } from "./findings.ts";

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

const maxExcerptLength = 70;

/** Without a required field below them the site loses a whole row or item; elsewhere only a part of a page. */
const mandatoryContainers: ReadonlySet<PropertyKey> = new Set(["rows", "children", "prev", "next", "related"]);

export function formatExcerpt(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength - 1)}…` : text;
}

/** The messages are those of the documented form. @param key call whose example is quoted @param root prefix of the paths */
export function compareShape(schema: z.ZodType, value: unknown, key?: EndpointKey, root = "data"): Remark[] {
  const { error } = createDocumentedForm(schema, true).safeParse(value);
  return (error?.issues ?? []).flatMap(flattenIssue).map((issue) => ({
    ...judge(schema, issue, getValueAt(value, issue.path)),
    path: formatPath(issue.path, root),
    example: key ? getExample(key, issue.path) : "",
  }));
}

/** Splits an issue about several unknown fields, and replaces one about a union by those of the form that the value resembles. */
function flattenIssue(issue: Issue): Issue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => ({ ...issue, path: [...issue.path, name] }));
  if (issue.code !== "invalid_union") return [issue];
  const innerIssues = issue.errors.find((errors) =>
    errors.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (!innerIssues) return [issue];
  return innerIssues.flatMap((inner) => flattenIssue({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Says how the site reads a value that isn't in the documented form. */
function judge(schema: z.ZodType, { code, path, message }: Issue, value: unknown): Omit<Remark, "path"> {
  const reason = `${formatExcerpt(value)}: ${message}`;
  if (code === "unrecognized_keys")
    return { level: "tolerated", found: `${formatExcerpt(value)}: not in the contract, the site drops it` };
  if (typeof path.at(-1) === "number") return { level: "tolerated", found: `${reason}; the site leaves it out` };
  const mandatory = path.slice(0, -1).every((step) => typeof step === "number" || mandatoryContainers.has(step));
  const part = getPartAt(schema, path);
  const read = part?.safeParse(value);
  if (isEmpty(value) || value === "") {
    if (part?.safeParse(undefined).success) return { level: "tolerated", found: `${reason}; read as absent` };
    if (value !== "") return { level: "missing", mandatory, found: reason };
  }
  if (!read?.success) return { level: "wrong", mandatory, found: reason };
  if (isEmpty(read.data)) {
    const isList = mandatoryContainers.has(path.at(-1)!);
    return { level: "wrong", mandatory: isList && mandatory, found: `${reason}; read as absent` };
  }
  // A picture that is only an address counts as unchanged.
  const isUnchanged = read.data === value || (read.data as { src?: unknown }).src === value;
  if (isUnchanged) return { level: "wrong", mandatory: false, found: reason };
  return { level: "tolerated", found: `${reason}; the site reads ${formatExcerpt(read.data)}` };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function formatPath(path: Path, root: string): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step)),
    root,
  );
}

function getValueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, step) => (node as Record<PropertyKey, unknown> | null | undefined)?.[step], value);
}

function getExample(key: EndpointKey, path: Path): string {
  const steps = path.map((step) => (typeof step === "number" ? 0 : step));
  const value = getValueAt(examples[key].data, steps);
  return value === undefined ? "" : formatExcerpt(value);
}

function getPartAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const form = getDocumentedForm(schema);
  if (form) return getPartAt(form, path);
  if (schema instanceof z.ZodObject) return getPartAt((schema.shape[String(step)] as z.ZodType) ?? z.unknown(), rest);
  if (schema instanceof z.ZodArray) return getPartAt(schema.element as z.ZodType, rest);
  if (schema instanceof z.ZodPipe) return getPartAt(schema.in as z.ZodType, path);
  if (schema instanceof z.ZodUnion) {
    const option = schema.options.find((candidate) => candidate instanceof z.ZodObject);
    return option && getPartAt(option, path);
  }
  const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodCatch, z.ZodLazy] as const;
  const isWrapper = wrappers.some((type) => schema instanceof type);
  return isWrapper ? getPartAt((schema as z.ZodOptional).unwrap() as z.ZodType, path) : undefined;
}
