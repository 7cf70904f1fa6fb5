import { z } from "zod";
import { getContentDesk } from "#app/http/desk-context.ts";
import { describeBatch } from "#app/loaders/batch-states.server.ts";
import { isRecallPublished, openBatch, type BatchArgs } from "#app/routes/desk/batches/recall/find-batch.server.ts";
import { readRecall, type Recall } from "#app/services/content/changes/recall-batch.ts";
import { readFields } from "#app/services/content/files/formats/front-matter.ts";
import { batchFileSchema } from "#app/services/content/files/schemas/batch-schema.ts";
import { isNotCompared, isOutsideLimit } from "#app/services/content/reading/content-batches.ts";
import { listItems } from "#app/services/desk/editor/cms-config.ts";
import { createFormAddress, getLabel } from "#app/services/desk/editor/content-names.ts";
import { formatRow } from "#app/services/desk/items/batch-rows.ts";
import type { BatchResult } from "#app/services/desk/items/lab-table.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

/** Path segment of the form for a new batch. No batch has this number, because numbers are in upper case. */
export const newBatch = "new";

export const formSchema = z.object({
  number: z.string().default(""),
  product: z.string().default(""),
  produced: z.string().default(""),
  released: z.string().default(""),
  bestBefore: z.string().default(""),
  rows: z.string().default(""),
  /** Version of the file from which the form was loaded. */
  version: z.string().default(""),
  /** `anyway` saves in spite of remarks. */
  intent: z.enum(["save", "anyway"]).catch("save"),
});

const fieldNames = ["product", "produced", "released", "bestBefore", "results", "test", "limit", "result"] as const;

const getVerdict = (row: BatchResult) =>
  isOutsideLimit(row) ? "outside" : isNotCompared(row) ? "notCompared" : "within";

/** Returns a row for each result, with test, limit and result, each in its languages, and the verdict; the ticks; and the sum. */
export function describeResults(results: readonly BatchResult[], { t }: OwnerTexts) {
  const verdicts = results.map(getVerdict);
  const count = (name: ReturnType<typeof getVerdict>) => verdicts.filter((verdict) => verdict === name).length;
  const counts = { within: count("within"), outside: count("outside"), notCompared: count("notCompared") };
  return {
    sum: t("desk.batch.sum", { count: results.length, ...counts }),
    rows: results.map(({ test, limit = {}, result }, index) => [
      ...[test, limit, result].map((words) => [...new Set(Object.values(words))].join(" · ")),
      t(`desk.batch.verdicts.${verdicts[index]!}`),
    ]),
    /** Rows that the owner may accept, by their text in the form. */
    ticks: results.map((row, index) =>
      verdicts[index] === "notCompared" ? { value: formatRow(row), isAccepted: row.accepted } : undefined,
    ),
  };
}

/** @throws a 404 response for an unknown batch */
export async function loadBatchForm(args: BatchArgs) {
  const { desk, ownerTexts } = getContentDesk(args.context);
  const labelEntries = fieldNames.map((name) => [name, getLabel(name, ownerTexts)]);
  const labels = Object.fromEntries(labelEntries) as Record<(typeof fieldNames)[number], string>;
  const root = desk.environment.CONTENT_DIR;
  if (args.params.number === newBatch) {
    const form = formSchema.parse({ number: args.url.searchParams.get("number")?.slice(0, 100) });
    return { labels, form, products: await listItems(root, "product", ownerTexts) };
  }
  const batch = openBatch(args);
  const problem = batch.results ? undefined : ownerTexts.t("desk.batch.broken");
  const rows = batch.results?.map(formatRow).join("\n");
  const recalled = readRecall(batch.text);
  const isPublished = recalled !== undefined && isRecallPublished(desk, batch.number);
  return {
    labels,
    number: batch.number,
    editor: createFormAddress(batch.path),
    recall: isPublished ? ("changeRecall" as const) : recalled && ("publishRecall" as const),
    described:
      recalled && !isPublished
        ? { state: undefined, sentence: ownerTexts.t("desk.recall.draft") }
        : describeFile(args, batch, recalled),
    problem,
    form: formSchema.parse({ rows, ...batch }),
    table: describeResults(batch.results ?? [], ownerTexts),
  };
}

const datesSchema = batchFileSchema.pick({ bestBefore: true, released: true });

/** Describes the batch's state as visitors see it; `undefined` for a file with mistakes. */
function describeFile(
  { context }: BatchArgs,
  { text, results }: ReturnType<typeof openBatch>,
  recalled: Partial<Recall> | undefined,
) {
  const { ownerTexts } = getContentDesk(context);
  if (recalled) {
    const [reason, advice] = [recalled.reason, recalled.advice].map((words) => words?.[ownerTexts.locale]);
    const { state, sentence } = describeBatch(context, { recalled: { advice: advice?.replace(/[.。]$/, "") } });
    const words = { sentence, date: recalled.date, reason };
    return { state, sentence: ownerTexts.t("desk.batch.recalled", words) };
  }
  const dates = datesSchema.strip().safeParse(results && readFields(text)).data;
  const state = results?.some(isOutsideLimit) && dates?.released ? ("outside" as const) : undefined;
  return dates && describeBatch(context, { ...dates, state });
}
