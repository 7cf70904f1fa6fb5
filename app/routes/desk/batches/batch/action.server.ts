import { readFileSync } from "node:fs";
import { join } from "node:path";
import { data, href } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { findBatch, openBatch, type BatchArgs } from "#app/routes/desk/batches/recall/find-batch.server.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";
import { toBatchId } from "#app/services/api/contract/batches/batch-number.ts";
import { editYaml } from "#app/services/content/files/formats/edit-yaml.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { isNotCompared } from "#app/services/content/reading/content-batches.ts";
import { describeLocation } from "#app/services/desk/editor/content-names.ts";
import { openEditorVersions } from "#app/services/desk/editor/editor-versions.ts";
import { saveText } from "#app/services/desk/editor/save-texts.ts";
import { addKnownWords, formatRow } from "#app/services/desk/items/batch-rows.ts";
import { checkBatch, checkNumber, listRemarks } from "#app/services/desk/items/check-batch.ts";
import { maxRows, readByColumns, readResultText, type BatchResult } from "#app/services/desk/items/lab-table.ts";
import { listRoleNames, readColumns, type Columns } from "./columns.server.ts";
import { describeResults, formSchema, newBatch } from "./data.server.ts";

type Refusal = {
  status?: number;
  canSave?: boolean;
  results?: readonly BatchResult[];
};

/** Saves a batch's results, or creates a batch with the fields of the form. */
export async function saveBatch(args: BatchArgs) {
  const { desk, account, ownerTexts } = getContentDesk(args.context);
  const fields = await readForm(args);
  const form = formSchema.parse(Object.fromEntries(fields));
  const accepted = new Set(fields.getAll("accepted"));
  const root = desk.environment.CONTENT_DIR;
  const batch = args.params.number === newBatch ? undefined : openBatch(args);
  const number = batch?.number ?? toBatchId(form.number);
  const path = `batch/${number}.yaml`;
  let columns: Columns | undefined;
  const refuse = (problems: string[], { status = 422, canSave = false, results = [] }: Refusal = {}) => {
    const table = describeResults(results, ownerTexts);
    return data({ form: { ...form, number }, problems, canSave, columns, table }, { status });
  };
  if (batch && !batch.results) return refuse([ownerTexts.t("desk.batch.broken")]);
  const existingRows = batch?.results ?? [];
  const rowsByText = new Map(existingRows.map((row) => [formatRow(row).trim(), row]));
  const { lines, table } = readResultText(form.rows, rowsByText);
  const found = lines.length + (table?.length ?? 0);
  if (found > maxRows) return refuse([ownerTexts.t("desk.batch.rows", { max: maxRows, found })]);
  columns = table && readColumns(desk, table, fields);
  if (columns && !columns.isChosen) return refuse([ownerTexts.t("desk.batch.choose")]);
  const parsedLines = table ? [...lines, ...readByColumns(table, columns!, listRoleNames(desk))] : lines;
  if (parsedLines.length === 0 && form.rows.trim())
    return refuse([ownerTexts.t("desk.batch.unread.none", { row: form.rows.trim().slice(0, 60) })]);
  const rows = parsedLines.flatMap(({ row }) => row ?? []);
  const results = (await addKnownWords(root, rows, existingRows)).map(({ accepted: _, ...row }) =>
    isNotCompared(row) && accepted.has(formatRow(row)) ? { ...row, accepted: true } : row,
  );
  const { product, produced, released, bestBefore } = form;
  const dates = { produced, ...(released && { released }), ...(bestBefore && { bestBefore }) };
  const changes = batch ? { results } : { product, ...dates, results };
  const { text: before, version = "" } = batch ?? {};
  const after = editYaml(before ?? "", (old) => ({ ...(old as object), ...changes }));
  const taken = batch ? undefined : findBatch(desk, number);
  // A second click sends the form again, which then leaves the file unchanged.
  const isDone = after === (taken === number ? decodeText(readFileSync(join(root, path))) : before);
  if (taken !== undefined && !isDone) return refuse([ownerTexts.t("desk.batch.taken", { number: taken })], { results });
  const rowProblems = parsedLines.flatMap(({ line, reason }) =>
    reason ? ownerTexts.t(`desk.batch.unread.${reason}`, { row: line.slice(0, 60) }) : [],
  );
  const problems = [
    ...(batch ? [] : checkNumber(number, ownerTexts)),
    ...rowProblems,
    ...checkBatch(changes, ownerTexts),
  ];
  if (problems.length > 0) return refuse(problems, { results });
  const remarks = listRemarks(results, ownerTexts);
  if (remarks.length > 0 && form.intent === "save") return refuse(remarks, { canSave: true, results });
  if (batch && !isDone) openEditorVersions(desk.environment.DATA_DIR).keep([{ bytes: batch.bytes }]);
  // The file must not have changed since the form was loaded.
  const save = () => isDone || (version === form.version && saveText(root, { path, before, after }));
  const { result: isSaved, problem } = await saveOrExplain(args.context, save);
  if (problem) return refuse([problem], { status: 503, results });
  const stale = ownerTexts.t("desk.content.refused.stale", { path: describeLocation(path, ownerTexts) });
  if (!isSaved) return refuse([stale], { status: 409, results });
  if (columns) desk.keepColumns(columns);
  desk.noteEdits([path], account);
  desk.log.info({ account, path }, "desk: batch");
  return redirectWithNotice("saved", href("/desk/batches/:number", { number }));
}
