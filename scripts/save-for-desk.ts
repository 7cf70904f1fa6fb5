import { text } from "node:stream/consumers";
import { z } from "zod";
import { contentPrefix, RefusedChangeError } from "../app/services/desk/content-files.ts";
import { changeFiles, changeSchema } from "../app/services/desk/content-store.ts";
import { cleanPictures } from "../app/services/desk/clean-pictures.ts";
import { openEditorVersions } from "../app/services/desk/editor-versions.ts";
import { openEditLog } from "../app/services/desk/edit-log.ts";
import type { SaveResult } from "../app/services/desk/saving.ts";
import { openTrash } from "../app/services/desk/trash.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { parseJson } from "../app/services/runtime/parse-json.ts";
import { getPart } from "../app/services/content/publishing/parts.ts";

const commitSchema = z.object({ files: z.array(changeSchema).min(1).max(100) });

const [account = ""] = process.argv.slice(2);

/** Saves the changes that the editor sends, as JSON from the standard input, and prints the result. */
async function save(): Promise<SaveResult> {
  const commit = commitSchema.safeParse(parseJson(await text(process.stdin))).data;
  if (!commit) return { outcome: "invalid" };
  const { CONTENT_DIR, DATA_DIR } = readEnvironment(process.env);
  const edits = openEditLog(DATA_DIR);
  const savers = new Map(edits.list().map((edit) => [edit.part, edit.account]));
  const isOfOther = (part: string) => (savers.get(part) ?? account) !== account;
  const trash = openTrash({ CONTENT_DIR, DATA_DIR });
  try {
    const files = await cleanPictures(commit.files);
    const keep = (paths: readonly string[]) => trash.keep(paths, account);
    const saved = await changeFiles(CONTENT_DIR, files, keep, isOfOther, openEditorVersions(DATA_DIR));
    const parts = saved.map(({ path }) => getPart(path.slice(contentPrefix.length)));
    const problem = edits.tryToAdd(parts, account);
    return { outcome: "saved", files: saved, operations: files.map(({ operation }) => operation), problem };
  } catch (error) {
    if (error instanceof RefusedChangeError) return { outcome: "refused", reason: error.reason, path: error.path };
    return { outcome: "failed", text: String((error as Error).stack) };
  }
}

console.log(JSON.stringify(await save()));
