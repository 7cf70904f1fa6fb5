import { z } from "zod";

/** The schemas accept more than a backend should send. Documents and `check-api` use their documented forms, registered here if underivable. */
const registry = z.registry<{ form: unknown }>();

/** The form may itself contain liberal schemas. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, form: z.ZodType): Schema {
  registry.add(schema, { form });
  return schema;
}

export function getDocumentedForm(schema: z.ZodType): z.ZodType | undefined {
  return registry.get(schema)?.form as z.ZodType | undefined;
}

const cachedForms = new WeakMap<z.ZodType, z.ZodType>();
const cachedStrictForms = new WeakMap<z.ZodType, z.ZodType>();

/** The form of a liberal schema without conversions and fallbacks. */
export function createDocumentedForm(schema: z.ZodType, rejectsUnknownFields = false): z.ZodType {
  const cachedForm = (rejectsUnknownFields ? cachedStrictForms : cachedForms).get(schema);
  if (cachedForm) return cachedForm;
  const registeredForm = getDocumentedForm(schema);
  const form = registeredForm
    ? createDocumentedForm(registeredForm, rejectsUnknownFields)
    : createStructuralForm(schema, rejectsUnknownFields);
  const description = schema.description;
  const describedForm = description && form.description !== description ? form.describe(description) : form;
  (rejectsUnknownFields ? cachedStrictForms : cachedForms).set(schema, describedForm);
  return describedForm;
}

function createStructuralForm(schema: z.ZodType, rejectsUnknownFields: boolean): z.ZodType {
  const convert = (part: unknown) => createDocumentedForm(part as z.ZodType, rejectsUnknownFields);
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, convert(field)]));
    return rejectsUnknownFields ? z.strictObject(shape) : z.object(shape);
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
