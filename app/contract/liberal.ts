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

/**
 * A calendar day as `2025-03-12`, from a date with or without a time, or from Unix time. It is the day that is written,
 * whatever zone the time is in: server and browser must show the same. A day that doesn't exist is absent.
 */
export const optionalDate = z
  .union([z.string(), z.number()])
  .transform((value) => (typeof value === "number" ? dayOfUnixTime(value) : writtenDay(value)))
  .optional()
  .catch(undefined);

function writtenDay(text: string): string | undefined {
  const match = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/** Seconds or milliseconds: what would be before 1973 in milliseconds is seconds. */
function dayOfUnixTime(value: number): string | undefined {
  const date = new Date(value < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}

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

/** A list that is empty as a whole where a single member can't be read: better no formula than one without a herb. */
export function wholeList<Schema extends z.ZodType>(member: Schema) {
  return z.array(member).catch([]);
}

/** A count: a whole number that isn't negative. */
export const optionalCount = numeric
  .pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER))
  .optional()
  .catch(undefined);

/** How many members of `rows` a schema can't read: for the log, since readers drop them silently. */
export function countUnusable(rows: unknown, member: z.ZodType): number {
  return Array.isArray(rows) ? rows.filter((row) => !member.safeParse(row).success).length : 0;
}
