import { z } from "zod";
import { partialDatePattern } from "../../api/contract/batches.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { visibilityFields } from "./content-schema.ts";
import { dateString, messageKey, rejectDuplicates, words } from "./content-words.ts";

/** Text in each language. */
const wordsByLocale = z.strictObject(
  Object.fromEntries(localeCodes.map((code) => [code, words.optional()])) as Record<
    Locale,
    z.ZodOptional<typeof words>
  >,
);

/** A text that is the same in all languages, such as a number, or a text in each language. */
const localizedText = z.union([words, wordsByLocale], messageKey("localizedText"));

const partialDate = z
  .string()
  .refine((date) => partialDatePattern.test(date) && isInCalendar(date), messageKey("partialDate"));

function isInCalendar(date: string): boolean {
  return !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
}

/** A time such as 2025-10, or words. What has no words is a date. */
const partialDateOrWords = words.refine(
  (text) => !/^[\d\s./～~年月日至-]+$/u.test(text) || partialDate.safeParse(text).success,
  messageKey("harvest"),
);

/** Accepts a number, because YAML parses a year as one. */
const acceptYearNumber = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === "number" ? String(value) : value), schema);

/** Schema of `batch/{number}.yaml`. */
export const batchFileSchema = z.strictObject({
  product: words,
  produced: dateString,
  updated: dateString.optional(),
  harvest: acceptYearNumber(z.union([partialDateOrWords, wordsByLocale], messageKey("harvest"))).optional(),
  bestBefore: acceptYearNumber(partialDate).optional(),
  cut: dateString.optional(),
  tested: dateString.optional(),
  released: dateString.optional(),
  origin: localizedText.optional(),
  region: localizedText.optional(),
  certificate: z
    .string()
    .regex(/^\/(?!\/).+\.pdf$/i, messageKey("certificate"))
    .optional(),
  results: z
    .array(z.strictObject({ test: localizedText, limit: localizedText.optional(), result: localizedText }))
    .superRefine(rejectDuplicates(({ test }) => (typeof test === "string" ? test : Object.values(test).join(", "))))
    .default([]),
  note: localizedText.optional(),
  ...visibilityFields,
});

/** Data of a batch. */
export type BatchFacts = z.output<typeof batchFileSchema>;

/** A text that is the same in all languages, or one by language. */
export type LocalizedText = z.output<typeof localizedText>;
