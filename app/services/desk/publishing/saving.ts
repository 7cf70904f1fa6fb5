import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ChildEndedError, type Child } from "#app/services/runtime/child-process.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { listByPrefix } from "#app/services/runtime/folders.ts";
import type { DeskFunctions, SaveResult } from "./child-functions.ts";

const prefix = ".save-";

/** Deletes the files that servers left because they stopped during a save. */
export function deleteUnfinishedSaves({ DATA_DIR }: Pick<Environment, "DATA_DIR">): void {
  for (const file of listByPrefix(DATA_DIR, prefix)) rmSync(file, { force: true });
}

/**
 * Receives the editor's changes, then saves them in a child process, because a large change would block visitors.
 * @param commit JSON of the editor
 * @throws what `commit` throws
 */
export async function saveChanges(
  child: Child<DeskFunctions>,
  commit: AsyncIterable<Uint8Array>,
  account: string,
  { DATA_DIR }: Pick<Environment, "DATA_DIR">,
): Promise<SaveResult> {
  const file = join(DATA_DIR, prefix + randomUUID());
  try {
    await writeFile(file, commit, { flag: "wx", mode: 0o600 });
    const save = () => child.call("save", file, account);
    return await save().catch((error: unknown) => {
      // The child may have saved before it was killed; saving again changes nothing.
      if (error instanceof ChildEndedError) return save();
      throw error;
    });
  } finally {
    await rm(file, { force: true });
  }
}
