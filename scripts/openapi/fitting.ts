import { z } from "zod";
import { createDocumentedForm } from "../../app/services/api/contract/documented.ts";
import { getEndpoint, type EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { examples } from "../../app/services/api/contract/examples.ts";

type Path = readonly PropertyKey[];

/** Maximum length of a value in a message. */
const maxExcerptLength = 70;

/** Formats a value as JSON, cut to the maximum length. */
export function formatExcerpt(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength - 1)}…` : text;
}

/** Formats a path as `data.rows[3].title`. */
export function formatPath(path: Path, root = "data"): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${String(step)}`),
    root,
  );
}

/** Returns the value at a path. */
export function getValueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (current, step) => (current as Record<PropertyKey, unknown> | null | undefined)?.[step],
    value,
  );
}

/** Returns an example for a path of a call's `data`: from the call's example, or from the contract. */
export function getExampleAt(key: EndpointKey, path: Path): string {
  const value = getValueAt(
    examples[key].data,
    path.map((step) => (typeof step === "number" ? 0 : step)),
  );
  if (value !== undefined) return formatExcerpt(value);
  const form = getPartAt(createDocumentedForm(getEndpoint(key).data), path);
  return form ? describeType(form) : "";
}

function describeType(form: z.ZodType): string {
  const { type, enum: values } = z.toJSONSchema(form, { io: "input", unrepresentable: "any" });
  if (values) return `one of ${values.join(", ")}`;
  return typeof type === "string" ? `${type === "array" ? "a list" : `a ${type}`}` : "";
}

/** Returns the part of a schema for a path. */
export function getPartAt(
  reader: z.ZodType,
  path: Path,
  getForm?: (reader: z.ZodType) => z.ZodType | undefined,
): z.ZodType | undefined {
  if (path.length === 0) return reader;
  const getPartBelow = (part: unknown, rest: Path = path) => getPartAt(part as z.ZodType, rest, getForm);
  const form = getForm?.(reader);
  if (form) return getPartBelow(form);
  const rest = path.slice(1);
  if (reader instanceof z.ZodObject) return getPartBelow(reader.shape[String(path[0])] ?? z.unknown(), rest);
  if (reader instanceof z.ZodArray) return getPartBelow(reader.element, rest);
  if (reader instanceof z.ZodUnion) {
    const option = reader.options.find((item) => item instanceof z.ZodObject);
    return option && getPartBelow(option);
  }
  if (reader instanceof z.ZodPipe) return getPartBelow(reader.in);
  const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodCatch, z.ZodLazy] as const;
  const wrapper = wrappers.find((type) => reader instanceof type);
  return wrapper && getPartBelow((reader as z.ZodOptional).unwrap());
}
