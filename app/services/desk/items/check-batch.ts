import { limits } from "#app/services/api/contract/limits.ts";
import { checkDates } from "#app/services/content/checks/dates.ts";
import { idPatterns } from "#app/services/content/files/collections.ts";
import { checkFields } from "#app/services/content/files/content-file.ts";
import { batchFileSchema } from "#app/services/content/files/schemas/batch-schema.ts";
import { formatMessage } from "#app/services/content/problems/messages.ts";
import { createMessage, type Message } from "#app/services/content/problems/problem.ts";
import { isNotCompared, isOutsideLimit } from "#app/services/content/reading/content-batches.ts";
import { findText } from "#app/services/content/reading/locale-files.ts";
import { describeField } from "#app/services/desk/editor/content-names.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { isTranslated } from "./batch-rows.ts";
import type { BatchResult } from "./lab-table.ts";

export function checkNumber(number: string, ownerTexts: OwnerTexts): string[] {
  const isNumber = number.length <= limits.batchNumber && idPatterns.number.test(number);
  return isNumber
    ? []
    : [ownerTexts.t("desk.batch.number", { number: number.slice(0, limits.batchNumber), max: limits.batchNumber })];
}

/** Checks the fields: first for missing texts, then against the schema of batch files. */
export function checkBatch(fields: { results: readonly BatchResult[] }, ownerTexts: OwnerTexts): string[] {
  const problems: string[] = [];
  const report = (path: PropertyKey[], message: Message | undefined) => {
    const field = describeField(path.join("."), "batch", ownerTexts);
    if (message) problems.push(`${field}: ${formatMessage(message, ownerTexts.locale)}`);
  };
  for (const [index, { test, result }] of fields.results.entries())
    for (const [name, words] of Object.entries({ test, result }))
      if (Object.keys(words).length === 0) report(["results", index, name], createMessage("missing"));
  const schema = "product" in fields ? batchFileSchema : batchFileSchema.pick({ results: true });
  const locate = () => ({ file: "", line: 1, field: "" });
  const checked = checkFields({ value: fields, locate, report }, schema);
  if (checked) checkDates(checked);
  return problems;
}

/** Lists unusual values, which can still be saved. */
export function listRemarks(results: readonly BatchResult[], { t, locale }: OwnerTexts): string[] {
  return results.flatMap((row, index) => {
    const place = { row: index + 1, test: findText(row.test, locale) };
    const words = [row.test, row.limit ?? {}, row.result].flatMap((one) =>
      isTranslated(one) ? [] : Object.values(one),
    );
    return [
      ...(words.length > 0 ? [t("desk.batch.unknown", { ...place, words })] : []),
      ...(isOutsideLimit(row) ? [t("desk.batch.outside", place)] : []),
      ...(isNotCompared(row) && !row.accepted ? [t("desk.batch.notCompared", place)] : []),
    ];
  });
}
