import { z } from "zod";
import { partialDatePattern } from "../../api/contract/batches.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { dateString } from "./content-dates.ts";
import { visibilityFields } from "./content-schema.ts";
import { rejectDuplicates, words } from "./content-words.ts";

/** Text in each language. */
const wordsByLocale = z.strictObject(
  Object.fromEntries(localeCodes.map((code) => [code, words.optional()])) as Record<
    Locale,
    z.ZodOptional<typeof words>
  >,
);
const localeHint = `${localeCodes.map((code) => `\`${code}:\``).join(" and ")} with the words of each language`;

/** A text that is the same in all languages, such as a number, or a text in each language. */
const localizedText = z.union([words, wordsByLocale], {
  error: `must be a text, between quotes if it is a number alone, or have ${localeHint}`,
});

const dateExamples = "2025-10-20, 2025-10 or 2025";
const partialDate = z
  .string()
  .regex(partialDatePattern, { error: `must be a date such as ${dateExamples}`, abort: true })
  .refine((date) => !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date), {
    error: "isn't a day in the calendar",
  });
const harvestMessage = `must be a date such as ${dateExamples}, or have ${localeHint}`;

/** A time such as 2025-10, or words. Digits alone, or with 年, 月 and 日, are a date that is written in another way. */
const partialDateOrWords = words.superRefine((text, context) => {
  if (!/^[\d\s./～~年月日至-]+$/u.test(text)) return;
  const issue = partialDate.safeParse(text).error?.issues[0];
  if (issue)
    context.addIssue({ code: "custom", message: issue.code === "invalid_format" ? harvestMessage : issue.message });
});

/** Accepts a number, because YAML parses a year as one. */
const acceptYearNumber = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === "number" ? String(value) : value), schema);

/** Schema of `batch/{number}.yaml`. */
export const batchFileSchema = z.strictObject({
  product: words,
  produced: dateString,
  updated: dateString.optional(),
  harvest: acceptYearNumber(z.union([partialDateOrWords, wordsByLocale], { error: harvestMessage })).optional(),
  bestBefore: acceptYearNumber(partialDate).optional(),
  origin: localizedText.optional(),
  certificate: z
    .string()
    .regex(/^\/(?!\/).+\.pdf$/i, "must be a PDF file below public, such as /files/HQ251201.pdf")
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
