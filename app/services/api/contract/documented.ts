import { z } from "zod";

/**
 * Documented versions that can't be derived from the site's schemas, because those accept more than a backend should
 * send.
 */
const registry = z.registry<{ documented: unknown }>();

/** Registers the documented version of a schema. The documented version may contain liberal schemas. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, documented: z.ZodType): Schema {
  registry.add(schema, { documented });
  return schema;
}

/** `strict` rejects unknown fields. */
type Mode = "documented" | "strict";

const cachedSchemas: Record<Mode, WeakMap<z.ZodType, z.ZodType>> = { documented: new WeakMap(), strict: new WeakMap() };

/** Returns the documented version of a liberal schema, without conversions and fallbacks. */
export function createDocumentedSchema(schema: z.ZodType, mode: Mode = "documented"): z.ZodType {
  const cachedSchema = cachedSchemas[mode].get(schema);
  if (cachedSchema) return cachedSchema;
  const registeredSchema = registry.get(schema)?.documented as z.ZodType | undefined;
  const created = registeredSchema
    ? createDocumentedSchema(registeredSchema, mode)
    : createStructuralSchema(schema, mode);
  const description = schema.description;
  const describedSchema = description && created.description !== description ? created.describe(description) : created;
  cachedSchemas[mode].set(schema, describedSchema);
  return describedSchema;
}

function createStructuralSchema(schema: z.ZodType, mode: Mode): z.ZodType {
  const convert = (inner: unknown) => createDocumentedSchema(inner as z.ZodType, mode);
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, convert(field)]));
    if (schema.def.catchall instanceof z.ZodUnknown) return z.looseObject(shape);
    return mode === "strict" ? z.strictObject(shape) : z.object(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(convert(schema.element));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(convert));
  if (schema instanceof z.ZodOptional) return convert(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return convert(schema.unwrap()).nullable();
  if (schema instanceof z.ZodDefault) return convert(schema.unwrap()).default(schema.def.defaultValue);
  if (schema instanceof z.ZodCatch) return convert(schema.unwrap());
  if (schema instanceof z.ZodLazy) return z.lazy(() => convert(schema.unwrap()));
  if (schema instanceof z.ZodPipe) return convert(schema.out instanceof z.ZodTransform ? schema.in : schema.out);
  return schema;
}
