import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { getPart } from "#app/services/content/files/parts.ts";
import type { Redirect } from "#app/services/content/files/redirect-addresses.ts";
import { prepareRelease } from "#app/services/content/publish/activate-release.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import { cleanPictures } from "#app/services/desk/editor/clean-pictures.ts";
import { contentPrefix, RefusedChangeError } from "#app/services/desk/editor/content-files.ts";
import { changeFiles, changeSchema, type SavedFile } from "#app/services/desk/editor/content-store.ts";
import { openEditorVersions } from "#app/services/desk/editor/editor-versions.ts";
import { openEditLog } from "#app/services/desk/items/edit-log.ts";
import { moveItem } from "#app/services/desk/items/move-item.ts";
import { redirectAddress } from "#app/services/desk/items/redirect-address.ts";
import { openTrash } from "#app/services/desk/items/trash.ts";
import type { Child } from "#app/services/runtime/child-process.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { isSystemError } from "#app/services/runtime/folders.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { LockedError } from "#app/services/runtime/process-lock.ts";
import { createPublishFunctions } from "./publish-in-child.ts";
import { createReleaseFunctions } from "./read-releases.ts";
import { withPublisher } from "./with-publisher.ts";

export type DeskFunctions = ReturnType<typeof createFunctions>;

/** Child processes by task. Publishing, which compiles, has its own process, so that saves don't wait for it. */
export type DeskChildren = Record<"editing" | "publishing", Child<DeskFunctions>>;

const commitSchema = z.object({ files: z.array(changeSchema).min(1).max(100) });

/** Creates the functions that a child process runs, because they take long or need much memory. */
export function createFunctions(environment: Environment) {
  return {
    ...createPublishFunctions(environment),
    ...createReleaseFunctions(environment),

    /** @param file JSON file with the editor's changes */
    save: (file: string, account: string) => save(environment, file, account),

    moveItem: (part: string, id: string) => explainFolder(() => moveItem(environment, part, id)),

    redirectAddress: (redirect: Redirect) =>
      explainFolder(async () => ({ mistake: await redirectAddress(environment.CONTENT_DIR, redirect) })),

    /** @param id id of the discarded part */
    readDiscarded: async (id: string) => openTrash(environment).compare(id),

    prepareRelease: () => prepareForStart(environment),

    /** Copies the shared current release into this node's folder. */
    async fetchRelease(): Promise<void> {
      await withPublisher(environment, "fetch", ({ releases }) => releases.readCurrent());
    },
  };
}

/**
 * `problem`: why the release can't be recompiled, so that its published index is served. `mistake`: why no index can be
 * served.
 */
type PreparedRelease = { report?: string; problem?: string | undefined } | { mistake: string };

async function prepareForStart(environment: Environment): Promise<PreparedRelease> {
  try {
    return await withPublisher(environment, "start", prepareOrKeep);
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof LockedError) return { mistake: error.message };
    throw error;
  }
}

async function prepareOrKeep(publisher: PublishingStores): Promise<PreparedRelease> {
  try {
    const { text: report, mistakes } = await prepareRelease(publisher, console.log);
    const noun = mistakes.length === 1 ? "mistake" : "mistakes";
    return { report, problem: mistakes.length > 0 ? `${mistakes.length} ${noun}` : undefined };
  } catch (error) {
    // The cause may be a full disk, or mistakes. The earlier index is served if readable.
    if (!publisher.releases.folder.findReadable()) throw error;
    const { message, stack } = error as Error;
    const report = error instanceof EnvironmentError ? message : stack;
    return { ...(report && { report }), problem: `can't be compiled: ${message.split("\n")[0]}` };
  }
}

/** Returns the work's result, or `problem`: why the folder can't be written, for the log. */
async function explainFolder<Result>(work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { refused: "folder" as const, problem: String(error) };
  }
}

/** Result of a save. `problem`: why the author of the edit couldn't be recorded. */
export type SaveResult =
  | { outcome: "saved"; files: SavedFile[]; operations: string[]; problem?: string | undefined }
  | { outcome: "refused"; reason: RefusedChangeError["reason"]; path: string }
  | { outcome: "invalid" };

async function save({ CONTENT_DIR, DATA_DIR }: Environment, file: string, account: string): Promise<SaveResult> {
  const commit = commitSchema.safeParse(parseJson(await text(createReadStream(file)))).data;
  if (!commit) return { outcome: "invalid" };
  const edits = openEditLog(DATA_DIR);
  const savers = new Map(edits.list().map((edit) => [edit.part, edit.account]));
  const isSavedByOther = (part: string) => (savers.get(part) ?? account) !== account;
  const trash = openTrash({ CONTENT_DIR, DATA_DIR });
  try {
    const files = await cleanPictures(commit.files);
    const keep = (paths: readonly string[]) => trash.keep(paths, account);
    const saved = await changeFiles(CONTENT_DIR, files, keep, isSavedByOther, openEditorVersions(DATA_DIR));
    const parts = saved.map(({ path }) => getPart(path.slice(contentPrefix.length)));
    const problem = edits.tryToAdd(parts, account);
    return { outcome: "saved", files: saved, operations: files.map(({ operation }) => operation), problem };
  } catch (error) {
    if (error instanceof RefusedChangeError) return { outcome: "refused", reason: error.reason, path: error.path };
    throw error;
  }
}
