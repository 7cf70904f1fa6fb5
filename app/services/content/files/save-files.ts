import { createHash, randomUUID, type Hash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { keepFile, listByPrefix, replaceFile, syncPath } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { waitForLock } from "#app/services/runtime/process-lock.ts";
import { resolveContentPath, resolveInside } from "./content-path.ts";

// A save is staged in a hidden folder. If it is interrupted, the next save or publication completes or undoes it.

/** Without bytes, the file is deleted. */
export type FileChange = { path: string; bytes?: Uint8Array | undefined };

/** A step of a save. `before`: version of the former file, if any. `staged`: name of the file with the new content. */
const stepSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  staged: z.string().regex(/^\d+$/).optional(),
});

type SaveStep = z.output<typeof stepSchema>;

const prefix = ".saving-";

const lockName = ".saving.lock";

const stepsName = "steps.json";

/** Name of the file with a failed save's steps. */
const failedStepsName = "undone.json";

/** Creates the hash of a file's version as Git computes it. @param size the file's length, hashed before its bytes */
export const createVersionHash = (size: number): Hash => createHash("sha1").update(`blob ${size}\0`);

export const computeVersion = (bytes: Uint8Array): string =>
  createVersionHash(bytes.length).update(bytes).digest("hex");

/** Maximum milliseconds to wait for another process. */
const maxWaitMs = 5000;

/**
 * Runs `work` while no other process can save, after completing interrupted saves. Visitors are served during the wait.
 * @throws LockedError if another process saves for too long, and Error if the folder can't be written
 */
export async function withSaveLock<Result>(root: string, work: () => Result | Promise<Result>): Promise<Result> {
  using _lock = await waitForLock(join(root, lockName), { work: "save", maxWaitMs });
  for (const staging of listByPrefix(root, prefix)) completeSave(root, staging);
  return await work();
}

/** Makes all changes or none; they are on disk when the function returns. @throws Error if a file can't be changed */
export function saveFiles(root: string, changes: readonly FileChange[]): void {
  const staging = join(root, prefix + randomUUID());
  try {
    mkdirSync(staging);
    const steps = changes.map((change, index) => stage(root, staging, change, index));
    replaceFile(join(staging, stepsName), JSON.stringify(steps));
    syncPath(root);
    for (const step of steps) applyStep(root, staging, step);
    syncFolders(root, steps);
  } catch (error) {
    tryToUndo(root, staging);
    throw error;
  }
  rmSync(staging, { recursive: true, force: true });
}

/** Syncs the folders and their parents, because a new folder is on disk only if its parent is synced. */
function syncFolders(root: string, steps: readonly SaveStep[]): void {
  const listFolders = ({ path }: SaveStep) => path.split("/").map((_, depth, names) => names.slice(0, depth).join("/"));
  const folders = new Set(steps.flatMap(listFolders).map((folder) => join(root, folder)));
  for (const folder of folders) if (existsSync(folder)) syncPath(folder);
}

/** Undoes a failed save. If the undo fails, the next save tries it again. */
function tryToUndo(root: string, staging: string): void {
  try {
    if (existsSync(join(staging, stepsName))) renameSync(join(staging, stepsName), join(staging, failedStepsName));
    undoSave(root, staging);
  } catch {
    // Ignored, because the error of the save itself is more useful.
  }
}

function undoSave(root: string, staging: string): void {
  const steps = readSteps(join(staging, failedStepsName));
  for (const [index, step] of steps.entries()) undoStep(root, staging, step, index);
  syncFolders(root, steps);
  rmSync(staging, { recursive: true, force: true });
}

const getFormerName = (index: number) => `${index}.before`;

function stage(root: string, staging: string, { path, bytes }: FileChange, index: number): SaveStep {
  const file = resolveTarget(root, path, bytes !== undefined);
  const before = readVersion(file);
  if (before !== null) keepFile(file, join(staging, getFormerName(index)));
  if (bytes) mkdirSync(dirname(file), { recursive: true });
  if (bytes || before !== null) accessSync(dirname(file), constants.W_OK);
  if (!bytes) return { path, before };
  writeFileSync(join(staging, String(index)), bytes, { flush: true });
  return { path, before, staged: String(index) };
}

/** Resolves a path to write or delete. A misplaced file may only be deleted, or restored by an undo. */
function resolveTarget(root: string, path: string, isNew = false): string {
  const file = isNew ? resolveContentPath(root, path) : resolveInside(root, path);
  if (!file) throw new Error(`${path} isn't a path of the content folder`);
  return file;
}

/** Reads the version of a file; `null` if missing. @throws Error if the path isn't a file */
function readVersion(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? hashFile(file, createVersionHash(stats.size)) : null;
}

function applyStep(root: string, staging: string, { path, staged }: SaveStep): void {
  const file = resolveTarget(root, path, staged !== undefined);
  if (staged === undefined) rmSync(file, { force: true });
  else {
    mkdirSync(dirname(file), { recursive: true });
    renameSync(join(staging, staged), file);
  }
  removeIfEmpty(root, dirname(file));
}

/** Undoes a step, unless it was undone before. */
function undoStep(root: string, staging: string, { path, staged, before }: SaveStep, index: number): void {
  const file = resolveTarget(root, path);
  const former = join(staging, getFormerName(index));
  if (existsSync(former)) {
    mkdirSync(dirname(file), { recursive: true });
    renameSync(former, file);
  } else if (before === null && staged !== undefined && !existsSync(join(staging, staged)))
    rmSync(file, { force: true });
  removeIfEmpty(root, dirname(file));
}

/** Completes interrupted saves, except for files that were edited since. Undoes failed saves. */
export async function completeSaves(root: string): Promise<void> {
  // `withSaveLock` itself does this. Without such saves the lock isn't taken, because the folder may be read-only.
  if (listByPrefix(root, prefix).length > 0) await withSaveLock(root, () => undefined);
}

function readSteps(file: string): SaveStep[] {
  return z.array(stepSchema).safeParse(existsSync(file) ? parseJson(readFileSync(file, "utf8")) : []).data ?? [];
}

function completeSave(root: string, staging: string): void {
  if (existsSync(join(staging, failedStepsName))) return undoSave(root, staging);
  const steps = readSteps(join(staging, stepsName)).filter((step) => {
    const file = (step.staged === undefined ? resolveInside : resolveContentPath)(root, step.path);
    const isPending = step.staged === undefined || existsSync(join(staging, step.staged));
    return file && isPending && readVersion(file) === step.before;
  });
  for (const step of steps) applyStep(root, staging, step);
  syncFolders(root, steps);
  rmSync(staging, { recursive: true, force: true });
}

function removeIfEmpty(root: string, folder: string): void {
  if (folder === root || !existsSync(folder) || readdirSync(folder).length > 0) return;
  rmSync(folder, { recursive: true });
  removeIfEmpty(root, dirname(folder));
}
