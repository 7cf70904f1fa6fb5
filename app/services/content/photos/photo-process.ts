import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Photo, PhotoType } from "./photo.ts";

/** A task of `process-photos.ts`: inspects a file, or stores it as `target` in this size. */
export type PhotoTask = { file: string; target?: string; width?: number; height?: number };

/** Result of an inspection: the stored size and type of a photo, or the reason why it can't be shown. */
export type Inspection =
  | { width: number; height: number; type: PhotoType; hasLocation: boolean }
  | { reason: "heic" | "unknown" | "damaged" }
  | { reason: "pixels"; pixels: number };

const program = fileURLToPath(new URL("process-photos.ts", import.meta.url));

/** Inspects files, in their order. */
export function inspectPhotos(files: readonly string[]): Inspection[] {
  return runTasks(files.map((file) => ({ file }))) as Inspection[];
}

/** Stores photos as the given files. */
export function storePhotos(photos: readonly { photo: Photo; target: string }[]): void {
  runTasks(photos.map(({ photo: { file, width, height }, target }) => ({ file, target, width, height })));
}

/** Runs tasks in another process, because sharp works asynchronously and the content is read synchronously. */
function runTasks(tasks: readonly PhotoTask[]): unknown[] {
  if (tasks.length === 0) return [];
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", program],
    { input: JSON.stringify(tasks), encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`photos can't be processed: ${error?.message ?? stderr.trim()}`);
  return JSON.parse(stdout) as unknown[];
}
