import { z } from "zod";
import { documentedAs } from "#app/services/api/contract/documented.ts";
import { lang, languagesSchema, refSchema } from "#app/services/api/contract/entities.ts";
import { hitSchema } from "#app/services/api/contract/hits.ts";
import {
  filledText,
  identifier,
  optionalDate,
  optionalNumeric,
  optionalText,
  tolerant,
  tolerantList,
} from "#app/services/api/contract/liberal.ts";
import { pdfFields } from "#app/services/api/contract/pdf-pages.ts";
import { batchStates } from "./batch-state.ts";

/** Matches a day, a month or a year (ISO 8601). */
export const partialDatePattern = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

const createPartialDateSchema = () =>
  documentedAs(optionalText.clone(), z.string().regex(partialDatePattern).optional());

/** A recall. Its `level` is a class of the Chinese recall rules (药品召回管理办法), of which 1 is the most serious. */
const recallSchema = z.object({
  date: filledText.describe("Day of the recall, ISO 8601."),
  level: optionalNumeric.describe("Class of the recall, 1 to 3, by the Chinese rules on recalls."),
  reason: optionalText.describe("Why the batch was recalled."),
  advice: optionalText.describe("What those who have some of the batch should do."),
});

export const batchRowSchema = z.object({
  id: identifier.describe("Number on the label, which is also part of the URL, `/batch/{id}`."),
  title: filledText.describe("Title in lists, such as the product and the number."),
  product: tolerant(refSchema).describe("Product of the batch."),
  produced: optionalDate.describe("Day of production, ISO 8601."),
  updatedAt: optionalDate.describe("Time of the last edit, ISO 8601."),
  bestBefore: createPartialDateSchema().describe("Best-before date: a day, a month or a year, ISO 8601."),
  released: optionalDate.describe(
    "Day when the batch was released, ISO 8601. Without it, the site says not to use the batch.",
  ),
  recalled: tolerant(recallSchema).describe(
    "The recall of the batch. The batch's page begins with it, and gives no verdict.",
  ),
  state: tolerant(z.enum(batchStates)).describe(
    "The first that holds: `recalled`, `expired` after the last day of `bestBefore`, `outside` if the batch is released but a result is outside its limit, `released`, `unreleased`. If omitted, the site derives the state, but derives `outside` only where it has the results.",
  ),
  languages: languagesSchema,
  hit: hitSchema,
  lang,
});
export type BatchRow = z.output<typeof batchRowSchema>;
export type RecalledBatch = BatchRow & { recalled: NonNullable<BatchRow["recalled"]> };

export function isRecalled(batch: BatchRow): batch is RecalledBatch {
  return batch.recalled !== undefined;
}

export const batchSchema = batchRowSchema.extend({
  harvest: optionalText.describe("Time of the harvest: a day, a month or a year in ISO 8601, or a text."),
  standard: optionalText.describe("Standard and edition by which the results are judged."),
  origin: optionalText.describe("Place where the herb was grown or collected."),
  region: optionalText.describe("Short name of the place. The site links it to a search for the place."),
  cut: optionalDate.describe("Day when the herb was cut, ISO 8601."),
  tested: optionalDate.describe("Day when the tests were completed, ISO 8601."),
  note: optionalText.describe("A sentence below the results."),
  results: tolerantList(z.object({ test: filledText, limit: optionalText, result: filledText })).describe(
    "Tests with their limits and results.",
  ),
  certificate: tolerant(
    z.object({ url: filledText, size: optionalNumeric.describe("In bytes."), ...pdfFields }),
  ).describe("Certificate as a PDF file. If `url` is a path, it is resolved against the API's origin."),
});
export type Batch = z.output<typeof batchSchema>;
