import { z } from "zod";

/** Lists the fields that the schema allows for the object at `path`. */
export function listFields(schema: z.ZodType, path: PropertyKey[]): string[] {
  const innerSchema = findSchema(schema, path);
  return innerSchema instanceof z.ZodObject ? Object.keys(innerSchema.shape as object) : [];
}

/** Finds the schema of the value at `path`. */
export function findSchema(schema: z.ZodType, path: PropertyKey[]): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = schema;
  for (const step of path) current = getChildSchema(unwrapSchema(current), step);
  return unwrapSchema(current);
}

function getChildSchema(schema: z.core.$ZodType | undefined, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.core.$ZodType>)[step];
  if (schema instanceof z.ZodArray) return schema.element as z.core.$ZodType;
  return schema instanceof z.ZodRecord ? (schema.valueType as z.core.$ZodType) : undefined;
}

/** Returns the schema inside an optional one; of a union, the object schema. */
function unwrapSchema(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodUnion) return schema.options.find((option) => option instanceof z.ZodObject);
  if (schema instanceof z.ZodPipe) return unwrapSchema(schema.out as z.core.$ZodType);
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapped ? unwrapSchema(schema.unwrap() as z.core.$ZodType) : schema;
}
