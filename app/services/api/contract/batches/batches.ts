import { z } from "zod";
import { documentedAs } from "#app/services/api/contract/documented.ts";
import { lang, languagesSchema, refSchema } from "#app/services/api/contract/entities.ts";
import { hitSchema } from "#app/services/api/contract/hits.ts";
import {
  filledText,
  identifier,
  numeric,
  optionalDate,
  optionalNumeric,
  optionalText,
  text,
  tolerant,
  tolerantList,
} from "#app/services/api/contract/liberal.ts";
import { pdfFields } from "#app/services/api/contract/pdf-pages.ts";
import { isNo, listMembers, readAny } from "#app/services/api/contract/safe-values.ts";
import { batchStates, findGravest, getDay } from "./batch-state.ts";
import type { AssessedResult } from "./lab-limits.ts";

/** Matches a day, a month or a year (ISO 8601). */
export const partialDatePattern = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

export const isInCalendar = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);

const dayPattern = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d\d:[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Returns a day, that of an instant in the company's time zone; `undefined` for any other value. */
function readDay(value: unknown): string | undefined {
  const [date, zone] = (typeof value === "string" && dayPattern.exec(value.trim())) || [];
  if (zone === undefined) return optionalDate.parse(date);
  const time = Date.parse(date!);
  return Number.isNaN(time) ? undefined : getDay(time, process.env["OWNER_TIME_ZONE"] || "Asia/Shanghai");
}

function readPartialDate(value: unknown): string | undefined {
  const date = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  return partialDatePattern.test(date) && isInCalendar(date) ? date : readDay(value);
}

const batchDay = documentedAs(readAny(readDay), optionalDate);

/** Sets the state of a batch whose state, or one of whose dates, can't be read. */
function confirmState(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { state, bestBefore, released, produced } = value as Record<string, unknown>;
  const word = typeof state === "string" ? state.trim().toLowerCase() : state == null ? "" : "?";
  const isRead = (date: unknown, read: typeof readDay) => (date ?? "") === "" || read(date) !== undefined;
  const isClear =
    ["", ...batchStates].includes(word) &&
    isRead(bestBefore, readPartialDate) &&
    [released, produced].every((date) => isRead(date, readDay));
  const confirmedState = findGravest([word, isClear ? undefined : "unconfirmed"]);
  return { ...value, state: confirmedState };
}

const textLang = optionalText.describe("Language of the text (BCP 47), if it isn't the batch's.");

/** A recall. Its `level` is a class of the Chinese recall rules (药品召回管理办法), of which 1 is the most serious. */
const recallFields = z.object({
  date: documentedAs(batchDay.clone(), filledText).describe("Day of the recall, ISO 8601."),
  level: documentedAs(tolerant(numeric.pipe(z.literal([1, 2, 3]))), optionalNumeric).describe(
    "Class of the recall, 1 to 3, by the Chinese rules on recalls.",
  ),
  reason: optionalText.describe("Why the batch was recalled."),
  reasonLang: textLang,
  adviceLang: textLang,
  advice: optionalText.describe("What those who have some of the batch should do."),
});

/** Unless the value means no, the batch is recalled, with the fields that can be read. */
const readRecall = (value: unknown) =>
  isNo(value) ? undefined : recallFields.parse({ ...Object(Array.isArray(value) ? value[0] : value) });

const formerRecallSchema = recallFields.omit({ advice: true, adviceLang: true }).extend({
  ended: batchDay.clone().describe("Day when the recall was taken back, ISO 8601."),
  endReason: optionalText.describe("Why it was taken back."),
  endReasonLang: textLang,
});

const rowFields = {
  id: identifier.describe("Number on the label, which is also part of the URL, `/batch/{id}`."),
  title: filledText.describe("Title in lists, such as the product and the number."),
  product: tolerant(refSchema).describe("Product of the batch."),
  produced: batchDay.describe("Day of production, ISO 8601."),
  updatedAt: optionalDate.describe("Time of the last edit, ISO 8601."),
  bestBefore: documentedAs(readAny(readPartialDate), z.string().regex(partialDatePattern).optional()).describe(
    "Best-before date: a day, a month or a year, ISO 8601.",
  ),
  released: batchDay.describe(
    "Day when the batch was released, ISO 8601. Without it, the site says not to use the batch.",
  ),
  tested: optionalDate.describe(
    "Day when the tests were completed, ISO 8601. In lists, only of a batch with results; a tested batch is a product's proof before a newer one that isn't.",
  ),
  recalled: documentedAs(readAny(readRecall), recallFields.optional()).describe(
    "The recall of the batch. The batch's page begins with it, and gives no verdict.",
  ),
  formerRecalls: tolerantList(formerRecallSchema).describe(
    "Recalls that were taken back. The batch's page shows them.",
  ),
  state: documentedAs(tolerant(z.enum([...batchStates, "unconfirmed"])), z.enum(batchStates).optional()).describe(
    "The first that holds: `recalled`, `expired` after the last day of `bestBefore`, `outside` if the batch is released but a result is outside its limit, `released`, `unreleased`. If omitted, the site derives the state, but derives `outside` only where it has the results.",
  ),
  languages: languagesSchema,
  hit: hitSchema,
  lang,
};

export const batchRowSchema = z.preprocess(confirmState, z.object(rowFields));
export type BatchRow = z.output<typeof batchRowSchema>;
export type RecalledBatch = BatchRow & { recalled: NonNullable<BatchRow["recalled"]> };

export function isRecalled(batch: BatchRow): batch is RecalledBatch {
  return batch.recalled !== undefined;
}

const resultSchema = z.object({ test: filledText.catch("—"), limit: optionalText, result: text.catch("") });

/** A row whose result can't be read stays, and isn't compared. */
const resultsSchema = documentedAs(
  z
    .unknown()
    .optional()
    .transform((value) => listMembers(value).map((row) => resultSchema.parse({ ...Object(row) }))),
  z.array(z.object({ test: filledText, limit: optionalText, result: filledText })).optional(),
);

const infoFields = {
  ...rowFields,
  harvest: optionalText.describe("Time of the harvest: a day, a month or a year in ISO 8601, or a text."),
  standard: optionalText.describe("Standard and edition by which the results are judged."),
  origin: optionalText.describe("Place where the herb was grown or collected."),
  region: optionalText.describe("Short name of the place. The site links it to a search for the place."),
  cut: optionalDate.describe("Day when the herb was cut, ISO 8601."),
  note: optionalText.describe("A sentence below the results."),
  results: resultsSchema.describe("Tests with their limits and results."),
  certificate: tolerant(
    z.object({ url: filledText, size: optionalNumeric.describe("In bytes."), ...pdfFields }),
  ).describe("Certificate as a PDF file. If `url` is a path, it is resolved against the API's origin."),
};

export const batchSchema = z.preprocess(confirmState, z.object(infoFields));
export type Batch = z.output<typeof batchSchema>;
export type AssessedBatch = Omit<Batch, "results"> & { results: AssessedResult[] };
