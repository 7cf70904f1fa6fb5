import { readFileSync } from "node:fs";
import { join } from "node:path";
import { data } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { defaultLocale, localeCodes } from "#app/i18n/locales.ts";
import { runAndRespond } from "#app/routes/desk/frame/publishing.server.ts";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";
import {
  endRecall,
  readRecall,
  recallSchema,
  setRecall,
  type RecallFields,
} from "#app/services/content/changes/recall-batch.ts";
import { decodeText, encodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { saveFiles, withSaveLock } from "#app/services/content/files/save-files.ts";
import { openEditorVersions } from "#app/services/desk/editor/editor-versions.ts";
import { getRecallDays, isRecallPublished, openBatch, type BatchArgs } from "./find-batch.server.ts";

type Form = Partial<Record<string, string>>;

/** Saves the recall, or takes it back, and publishes this without any other draft. */
export async function recallBatch(args: BatchArgs) {
  const { context } = args;
  const { desk, account, ownerTexts, publishing } = getContentDesk(context);
  const { path, number, text } = openBatch(args);
  const root = desk.environment.CONTENT_DIR;
  const fields = Array.from(await readForm(args), ([name, value]) => [name, value.replaceAll("\r\n", "\n")] as const);
  const form: Form = Object.fromEntries(fields);
  const days = getRecallDays(text, ownerTexts);
  const isEnd = form["intent"] === "end";
  const recall = isEnd ? readEnd(form, text, days.last, isRecallPublished(desk, number)) : readRecallForm(form);
  const { date } = recall?.recalled ?? {};
  const isOutside = date !== undefined && (date < days.first || date > days.last);
  if (!recall || isOutside) {
    const mistake = isOutside ? "desk.recall.day" : isEnd ? "desk.recall.why" : "desk.recall.incomplete";
    return data({ form, problem: ownerTexts.t(mistake, days) }, { status: 422 });
  }
  const { problem } = await saveOrExplain(context, () =>
    withSaveLock(root, () => {
      const bytes = readFileSync(join(root, path));
      openEditorVersions(desk.environment.DATA_DIR).keep([{ bytes }]);
      saveFiles(root, [{ path, bytes: encodeText(setRecall(decodeText(bytes), recall), bytes) }]);
    }),
  );
  if (problem) return data({ form, problem }, { status: 503 });
  desk.noteEdits([path], account);
  const publish = () => publishing.recall(account, path, recall);
  return runAndRespond(context, { work: isEnd ? "unrecall" : "recall", path, chosen: [path] }, publish);
}

/** Reads a text in each language. Only the first language is required. */
function readWords(form: Form, name: string): Partial<Record<string, string>> | undefined {
  const texts = localeCodes.map((code) => [code, form[`${name}.${code}`]?.trim()] as const);
  const words = Object.fromEntries(texts.filter(([, text]) => text));
  return words[defaultLocale] ? words : undefined;
}

function readRecallForm(form: Form): RecallFields | undefined {
  const [reason, advice] = [readWords(form, "reason"), readWords(form, "advice")];
  const { date, level } = form;
  const recalled = recallSchema.safeParse({ date, level: Number(level), reason, advice }).data;
  return recalled && { recalled };
}

/** An unpublished recall is removed. A published one is kept, with the reason why it was taken back. */
function readEnd(form: Form, text: string, ended: string, isPublished: boolean): RecallFields | undefined {
  if (!isPublished) return { recalled: undefined };
  const recall = recallSchema.safeParse(readRecall(text)).data;
  const endReason = recallSchema.shape.reason.safeParse(readWords(form, "endReason")).data;
  return recall && endReason && endRecall(text, recall, { ended, endReason });
}
