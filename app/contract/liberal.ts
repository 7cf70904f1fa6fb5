import { z } from "zod";

/*
 * Readers for what real backends send: numbers as strings, strings as numbers, null or nonsense for an absent field.
 * Where a field is required, nonsense is an error; where it is optional, nonsense is absence.
 */

/** A required text, also from a number. */
export const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());

/** A required text that isn't empty: ids, titles. */
export const filledText = text.pipe(z.string().min(1));

/** An optional text; empty counts as absent. */
export const optionalText = text
  .transform((value) => value || undefined)
  .optional()
  .catch(undefined);

/** A number, also from a numeric string. */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);

export const optionalNumeric = numeric.optional().catch(undefined);

/** A date as ISO 8601 (`2025-03-12` or with a time); anything else is absent. */
export const optionalDate = z
  .string()
  .refine((value) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)))
  .optional()
  .catch(undefined);

/** A list whose unusable members are left out, and which is empty where it is absent. */
export function tolerantList<Schema extends z.ZodType>(member: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values): z.output<Schema>[] =>
      values.flatMap((value) => {
        const result = member.safeParse(value);
        return result.success ? [result.data] : [];
      }),
    );
}

/** How many members of `rows` a schema can't read: for the log, since readers drop them silently. */
export function countUnusable(rows: unknown, member: z.ZodType): number {
  return Array.isArray(rows) ? rows.filter((row) => !member.safeParse(row).success).length : 0;
}
