import { z } from "zod";
import { documentedForm } from "../contract/documented.ts";
import { endpointOf, type EndpointKey } from "../contract/endpoints.ts";
import { examples } from "../contract/examples.ts";

type Path = readonly PropertyKey[];

/** Most characters of a value in a message. */
const longest = 70;

/** A value as JSON, cut to what a message has room for. */
export function excerpt(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** A path as people write it: `data.rows[3].title`. */
export function written(path: Path, root = "data"): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${String(step)}`),
    root,
  );
}

/** What is at a path of a value. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((one, step) => (one as Record<PropertyKey, unknown> | null | undefined)?.[step], value);
}

/** An example of what fits at a path of a call's `data`: from the call's example, or what the contract says of it. */
export function exampleAt(key: EndpointKey, path: Path): string {
  const value = valueAt(
    examples[key].data,
    path.map((step) => (typeof step === "number" ? 0 : step)),
  );
  if (value !== undefined) return excerpt(value);
  const form = partAt(documentedForm(endpointOf(key).data), path);
  return form ? kindOf(form) : "";
}

function kindOf(form: z.ZodType): string {
  const { type, enum: values } = z.toJSONSchema(form, { io: "input", unrepresentable: "any" });
  if (values) return `one of ${values.join(", ")}`;
  return typeof type === "string" ? `${type === "array" ? "a list" : `a ${type}`}` : "";
}

/** The part of a reader or form that reads what is at a path. */
export function partAt(
  reader: z.ZodType,
  path: Path,
  formOf?: (reader: z.ZodType) => z.ZodType | undefined,
): z.ZodType | undefined {
  if (path.length === 0) return reader;
  const at = (part: unknown, rest: Path = path) => partAt(part as z.ZodType, rest, formOf);
  const form = formOf?.(reader);
  if (form) return at(form);
  const rest = path.slice(1);
  if (reader instanceof z.ZodObject) return at(reader.shape[String(path[0])] ?? z.unknown(), rest);
  if (reader instanceof z.ZodArray) return at(reader.element, rest);
  if (reader instanceof z.ZodUnion) {
    const option = reader.options.find((one) => one instanceof z.ZodObject);
    return option && at(option);
  }
  if (reader instanceof z.ZodPipe) return at(reader.in);
  const wraps = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodCatch, z.ZodLazy] as const;
  const wrap = wraps.find((one) => reader instanceof one);
  return wrap && at((reader as z.ZodOptional).unwrap());
}
