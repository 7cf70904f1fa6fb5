import { hash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openConfirmations } from "#app/services/content/checks/confirmations.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { listFilesInTurns } from "#app/services/runtime/folders.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";

type Folders = Pick<Environment, "CONTENT_DIR" | "DATA_DIR">;

/** Number of files that are looked up at once: few enough that a visitor's file waits only milliseconds. */
const batchSize = 256;

/** @returns a function that hashes the content files' sizes and times, the current release and the confirmations */
export function createStateReader({ CONTENT_DIR, DATA_DIR }: Folders): () => Promise<string> {
  const releases = openReleaseFolder(DATA_DIR);
  const confirmations = openConfirmations(DATA_DIR);
  async function describeFile(name: string): Promise<string> {
    const { size, mtimeMs } = (await stat(join(CONTENT_DIR, name)).catch(() => undefined)) ?? {};
    return `${name} ${size} ${mtimeMs}`;
  }
  return async () => {
    const records = [releases.readCurrentId(), ...confirmations.list()];
    const names = await listFilesInTurns(CONTENT_DIR).catch(() => []);
    const files = await mapInBatches(names, describeFile, batchSize);
    return hash("sha256", [...records, ...files].join("\n"));
  };
}
