import { readFileSync } from "node:fs";
import { join } from "node:path";
import { data } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { localeCodes } from "#app/i18n/locales.ts";
import { runAndRespond } from "#app/routes/desk/frame/publishing.server.ts";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";
import { recallSchema, setRecall } from "#app/services/content/changes/recall-batch.ts";
import { decodeText, encodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { saveFiles, withSaveLock } from "#app/services/content/files/save-files.ts";
import { openEditorVersions } from "#app/services/desk/editor/editor-versions.ts";
import { openBatch, type BatchArgs } from "./find-batch.server.ts";

/** Saves the recall, or removes it, and publishes this without any other draft. */
export async function recallBatch(args: BatchArgs) {
  const { context } = args;
  const { desk, account, ownerTexts, publishing } = getContentDesk(context);
  const { path } = openBatch(args);
  const root = desk.environment.CONTENT_DIR;
  const fields = Array.from(await readForm(args), ([name, value]) => [name, value.replaceAll("\r\n", "\n")] as const);
  const form: Partial<Record<string, string>> = Object.fromEntries(fields);
  const read = (name: string) => Object.fromEntries(localeCodes.map((code) => [code, form[`${name}.${code}`] ?? ""]));
  const [reason, advice] = [read("reason"), read("advice")];
  const isEnd = form["intent"] === "end";
  const recalled = isEnd
    ? undefined
    : recallSchema.safeParse({ date: form["date"], level: Number(form["level"]), reason, advice }).data;
  if (!recalled && !isEnd) return data({ form, problem: ownerTexts.t("desk.recall.incomplete") }, { status: 422 });
  const { problem } = await saveOrExplain(context, () =>
    withSaveLock(root, () => {
      const bytes = readFileSync(join(root, path));
      openEditorVersions(desk.environment.DATA_DIR).keep([{ bytes }]);
      saveFiles(root, [{ path, bytes: encodeText(setRecall(decodeText(bytes), recalled), bytes) }]);
    }),
  );
  if (problem) return data({ form, problem }, { status: 503 });
  desk.noteEdits([path], account);
  const recall = () => publishing.recall(account, path, recalled);
  return runAndRespond(context, { work: isEnd ? "unrecall" : "recall", path, chosen: [path] }, recall);
}
