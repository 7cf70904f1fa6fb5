import { z } from "zod";
import { documentedAs } from "./documented.ts";

// Real backends send numbers as texts, and null for missing fields. An optional field's invalid value counts as
// missing.

/** Accepts a text; numbers are converted. */
export const text = documentedAs(
  z.union([z.string(), z.number()]).transform((value) => String(value).trim()),
  z.string(),
);

export const filledText = documentedAs(text.pipe(z.string().min(1)), z.string().regex(/\S/));

/** Rejects a number beyond 2⁵³, because its last digits are lost. */
export const identifier = documentedAs(
  z.union([z.string(), z.int()]).pipe(filledText),
  z.union([z.string().regex(/\S/), z.int()]),
);

/** Accepts any value; an invalid one counts as missing. */
export function tolerant<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** Accepts a text; an empty one counts as missing. */
export const optionalText = tolerant(text.transform((value) => value || undefined));

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

export const optionalNumeric = tolerant(numeric);

/**
 * Accepts a date or time, and keeps only its day, such as `2025-03-12`. The time zone is ignored, so that server and
 * browser render the same day.
 */
export const optionalDate = documentedAs(
  z
    .union([z.string(), z.number()])
    .transform((value) => (typeof value === "number" ? formatUnixDay(value) : parseDay(value)))
    .optional()
    .catch(undefined),
  z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]).optional(),
);

function parseDay(value: string): string | undefined {
  const match = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(value);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  // Rejects a day that the month doesn't have, because `Date` moves it to the next month.
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * Returns the day of a Unix time. A value below 10¹¹ is taken as seconds, because in milliseconds it would be 1973 or
 * earlier.
 */
function formatUnixDay(value: number): string | undefined {
  const date = new Date(value < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}

/** Maximum rows read; the site requests at most 100. */
export const maxListLength = 2000;

/** Drops invalid members; a missing list is empty. */
export function tolerantList<Schema extends z.ZodType>(member: Schema) {
  const reader = z
    .array(z.unknown())
    .catch([])
    .transform((values): z.output<Schema>[] =>
      values.slice(0, maxListLength).flatMap((value) => {
        const result = member.safeParse(value);
        return result.success ? [result.data] : [];
      }),
    );
  return documentedAs(reader, z.array(member).optional());
}

/** Drops invalid members; `undefined` if all are invalid or the list is missing. An empty list stays empty. */
export function optionalList<Schema extends z.ZodType>(member: Schema) {
  const reader = z
    .array(z.unknown())
    .min(1)
    .pipe(tolerantList(member).refine((values) => values.length > 0))
    .or(z.tuple([]))
    .optional()
    .catch(undefined);
  return documentedAs(reader, z.array(member).optional());
}

/** Accepts a response's rows, which are mandatory. */
export function rowList<Schema extends z.ZodType>(member: Schema) {
  return documentedAs(tolerantList(member), z.array(member));
}

/** Accepts a list. An invalid member empties it, because formulas must not be incomplete. */
export function strictList<Schema extends z.ZodType>(member: Schema) {
  return documentedAs(z.array(member).max(maxListLength).catch([]), z.array(member).optional());
}

export const optionalCount = tolerant(numeric.pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)));

/** Counts invalid rows, which the schemas silently drop. */
export function countInvalidRows(rows: unknown, member: z.ZodType): number {
  return Array.isArray(rows) ? rows.slice(0, maxListLength).filter((row) => !member.safeParse(row).success).length : 0;
}
