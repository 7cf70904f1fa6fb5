import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/*
 * A change of several files is staged in a hidden folder of the content, and then made. A process that is stopped in between leaves the
 * folder, and the next start completes the change or drops it.
 */

/** A step of a change: a file that gets the staged content, or is deleted. */
type SaveStep = { file: string; staged?: string | undefined };

const stepsSchema = z.array(z.object({ file: z.string(), staged: z.string().optional() }));

const prefix = ".saving-";

const stepsName = "steps.json";

/**
 * Makes a change of several files. From the moment that its steps are stored it is made, even if the process ends.
 * @param root the content folder
 * @param changes files with their new content, without one to delete it
 */
export function saveFiles(root: string, changes: readonly { file: string; bytes?: Uint8Array | undefined }[]): void {
  const staging = join(root, prefix + randomUUID());
  try {
    mkdirSync(staging);
    const steps = changes.map(({ file, bytes }, index): SaveStep => {
      if (!bytes) return { file };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(join(staging, String(index)), bytes, { flush: true });
      return { file, staged: String(index) };
    });
    writeFileSync(join(staging, "steps.new"), JSON.stringify(steps), { flush: true });
    renameSync(join(staging, "steps.new"), join(staging, stepsName));
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  }
  takeSteps(staging);
}

/** Completes or drops what a stopped process has begun to save. @param root the content folder */
export function completeSaves(root: string): void {
  const names = existsSync(root) ? readdirSync(root) : [];
  for (const name of names) if (name.startsWith(prefix)) takeSteps(join(root, name));
}

/** Moves staged files to their places. Can be repeated after an interruption. */
function takeSteps(staging: string): void {
  const list = join(staging, stepsName);
  const steps = existsSync(list) ? stepsSchema.parse(JSON.parse(readFileSync(list, "utf8"))) : [];
  for (const { file, staged } of steps) {
    if (staged === undefined) rmSync(file, { force: true });
    else if (existsSync(join(staging, staged))) {
      mkdirSync(dirname(file), { recursive: true });
      renameSync(join(staging, staged), file);
    }
    removeIfEmpty(dirname(file));
  }
  rmSync(staging, { recursive: true, force: true });
}

/** Removes the folder of a deleted item. */
function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
