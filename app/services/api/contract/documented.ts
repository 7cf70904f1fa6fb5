import { z } from "zod";

/** Documented forms that can't be derived. The schemas accept more than a backend should send. */
const registry = z.registry<{ form: unknown }>();

/** Registers the documented form of a schema, which may contain liberal schemas. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, form: z.ZodType): Schema {
  registry.add(schema, { form });
  return schema;
}

/** `strict` rejects unknown fields. `reading`: see `createReadingSchema`. */
type Mode = "documented" | "strict" | "reading";

const cachedForms: Record<Mode, WeakMap<z.ZodType, z.ZodType>> = {
  documented: new WeakMap(),
  strict: new WeakMap(),
  reading: new WeakMap(),
};

/** Returns the form of a liberal schema without conversions and fallbacks. */
export function createDocumentedForm(schema: z.ZodType, mode: Mode = "documented"): z.ZodType {
  const cachedForm = cachedForms[mode].get(schema);
  if (cachedForm) return cachedForm;
  const registeredForm = registry.get(schema)?.form as z.ZodType | undefined;
  const form = registeredForm ? createDocumentedForm(registeredForm, mode) : createStructuralForm(schema, mode);
  const description = schema.description;
  const describedForm = description && form.description !== description ? form.describe(description) : form;
  cachedForms[mode].set(schema, describedForm);
  return describedForm;
}

/** Replaces an unreadable field in the reading schema's result. */
export const unreadable = Symbol("unreadable");

/** Creates a schema that reads like the site's, but keeps every list member, so that values keep their paths. */
export function createReadingSchema(schema: z.ZodType): z.ZodType {
  return createDocumentedForm(schema, "reading").or(schema.catch(unreadable));
}

function createStructuralForm(schema: z.ZodType, mode: Mode): z.ZodType {
  const convert = (inner: unknown) => createDocumentedForm(inner as z.ZodType, mode);
  const convertPart = (part: unknown) => (mode === "reading" ? createReadingSchema(part as z.ZodType) : convert(part));
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, convertPart(field)]));
    if (schema.def.catchall instanceof z.ZodUnknown) return z.looseObject(shape);
    return mode === "strict" ? z.strictObject(shape) : z.object(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(convertPart(schema.element));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(convert));
  if (schema instanceof z.ZodOptional) return convert(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return convert(schema.unwrap()).nullable();
  if (schema instanceof z.ZodDefault) return convert(schema.unwrap()).default(schema.def.defaultValue);
  if (schema instanceof z.ZodCatch) return convert(schema.unwrap());
  if (schema instanceof z.ZodLazy) return z.lazy(() => convert(schema.unwrap()));
  if (schema instanceof z.ZodPipe) return convert(schema.out instanceof z.ZodTransform ? schema.in : schema.out);
  return schema;
}
