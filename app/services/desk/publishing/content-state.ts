import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openConfirmations } from "#app/services/content/checks/confirmations.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { listFilesInTurns } from "#app/services/runtime/folders.ts";

type Folders = Pick<Environment, "CONTENT_DIR" | "DATA_DIR">;

/** @returns a function that hashes the content files' sizes and times, the current release and the confirmations */
export function createStateReader({ CONTENT_DIR, DATA_DIR }: Folders): () => Promise<string> {
  const releases = openReleaseFolder(DATA_DIR);
  const confirmations = openConfirmations(DATA_DIR);
  return async () => {
    const sum = createHash("sha256").update([releases.readCurrentId(), ...confirmations.list()].join("\n"));
    for (const name of await listFilesInTurns(CONTENT_DIR).catch(() => [])) {
      const { size, mtimeMs } = (await stat(join(CONTENT_DIR, name)).catch(() => undefined)) ?? {};
      sum.update(`\n${name} ${size} ${mtimeMs}`);
    }
    return sum.digest("hex");
  };
}
