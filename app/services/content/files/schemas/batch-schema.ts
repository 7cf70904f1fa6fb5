import { z } from "zod";
import { defaultLocale, localeCodes } from "#app/i18n/locales.ts";
import { isInCalendar, partialDatePattern } from "#app/services/api/contract/batches/batches.ts";
import type { MessageKey } from "#app/services/content/problems/problem.ts";
import { visibilityFields } from "./content-schema.ts";
import {
  createIssue,
  createTextByLocaleSchema,
  dateString,
  hasLikelyYear,
  messageKey,
  numberOrText,
  rejectDuplicates,
  words,
  wordsByLocale,
} from "./content-words.ts";

const partialDate = z
  .string()
  .regex(partialDatePattern, { error: messageKey("partialDate"), abort: true })
  .refine((date) => isInCalendar(date) && hasLikelyYear(date), messageKey("partialDate"));

/** Accepts words, or a partial date such as 2025-10. A text of only digits and date characters must be such a date. */
const partialDateOrWords = words.refine(
  (text) => !/^[\d\s./～~年月日至-]+$/u.test(text) || partialDate.safeParse(text).success,
  messageKey("harvest"),
);

export const resultSchema = z.strictObject({
  test: wordsByLocale,
  limit: wordsByLocale.optional(),
  result: wordsByLocale,
  /** Whether the owner accepts a result that can't be compared with its limit. */
  accepted: z.boolean().optional(),
});

/**
 * Reports a test's name without letters, because the columns are probably swapped. Reports Chinese characters in a name
 * in another language.
 */
function checkTest({ test }: z.output<typeof resultSchema>, context: z.core.$RefinementCtx): void {
  const report = (path: string[], key: MessageKey) => context.addIssue(createIssue(key, {}, path));
  if (Object.values(test).some((name) => name && !/\p{L}/u.test(name))) report(["test"], "testNumber");
  for (const code of localeCodes)
    if (code !== defaultLocale && /\p{Script=Han}/u.test(test[code] ?? "")) report(["test", code], "testLanguage");
}

const recallFields = { date: dateString, level: z.literal([1, 2, 3]), reason: wordsByLocale };

export const batchFileSchema = z.strictObject({
  product: words,
  produced: dateString,
  updated: dateString.optional(),
  // A number is accepted, because YAML parses a year as one.
  harvest: createTextByLocaleSchema(numberOrText.pipe(partialDateOrWords)).optional(),
  bestBefore: z
    .union([partialDate, z.number().transform(String).pipe(partialDate)], messageKey("partialDate"))
    .optional(),
  cut: dateString.optional(),
  tested: dateString.optional(),
  released: dateString.optional(),
  origin: wordsByLocale.optional(),
  region: wordsByLocale.optional(),
  standard: wordsByLocale.optional(),
  recalled: z.strictObject({ ...recallFields, advice: wordsByLocale }).optional(),
  /** Recalls that were taken back, with the day and the reason. */
  formerRecalls: z.array(z.strictObject({ ...recallFields, ended: dateString, endReason: wordsByLocale })).optional(),
  certificate: z
    .string()
    .regex(/^\/(?!\/).+\.pdf$/i, messageKey("certificate"))
    .meta({ widget: "file" })
    .optional(),
  results: z
    .array(resultSchema.superRefine(checkTest))
    .superRefine(rejectDuplicates(({ test }) => Object.values(test).join(", ")))
    .default([]),
  note: wordsByLocale.optional(),
  ...visibilityFields,
});

export type BatchFacts = z.output<typeof batchFileSchema>;
