import { z } from "zod";
import { documentedAs } from "./documented.ts";

/*
 * Readers for what real backends send: numbers as strings, strings as numbers, null or nonsense for an absent field.
 * Where a field is required, nonsense is an error; where it is optional, nonsense is absence.
 */

/** A required text, also from a number. */
export const text = documentedAs(
  z.union([z.string(), z.number()]).transform((value) => String(value).trim()),
  z.string(),
);

/** A required text that isn't empty, such as a title. */
export const filledText = documentedAs(text.pipe(z.string().min(1)), z.string().regex(/\S/));

/** What something is asked for by: a text or a number, read as a text. */
export const identifier = documentedAs(text.pipe(z.string().min(1)), z.union([z.string().regex(/\S/), z.int()]));

/** An optional text; empty counts as absent. */
export const optionalText = text
  .transform((value) => value || undefined)
  .optional()
  .catch(undefined);

/** A number, also from a numeric string. */
export const numeric = documentedAs(
  z.union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ]),
  z.number(),
);

export const optionalNumeric = numeric.optional().catch(undefined);

/**
 * A calendar day as `2025-03-12`, from a date with or without a time, or from Unix time. It is the day that is written,
 * whatever zone the time is in: server and browser must show the same. A day that doesn't exist is absent.
 */
export const optionalDate = documentedAs(
  z
    .union([z.string(), z.number()])
    .transform((value) => (typeof value === "number" ? dayOfUnixTime(value) : writtenDay(value)))
    .optional()
    .catch(undefined),
  z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]).optional(),
);

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
  const reader = z
    .array(z.unknown())
    .catch([])
    .transform((values): z.output<Schema>[] =>
      values.flatMap((value) => {
        const result = member.safeParse(value);
        return result.success ? [result.data] : [];
      }),
    );
  return documentedAs(reader, z.array(member).optional());
}

/** The rows of an answer: read as any list, but to be sent always. */
export function rowList<Schema extends z.ZodType>(member: Schema) {
  return documentedAs(tolerantList(member), z.array(member));
}

/** A list that is empty as a whole where a single member can't be read: better no formula than one without a herb. */
export function wholeList<Schema extends z.ZodType>(member: Schema) {
  return documentedAs(z.array(member).catch([]), z.array(member).optional());
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
