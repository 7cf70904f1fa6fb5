import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { photoNamePattern } from "../../api/contract/pictures.ts";
import type { Photo, PhotoType } from "./photo.ts";

/** A task of `process-photos.ts`: inspects a file, or stores it as `target` in this size. */
export type PhotoTask = { file: string; target?: string; width?: number; height?: number };

/** Result of an inspection: the stored size and type of a photo, or the reason why it can't be shown. */
export type Inspection =
  { width: number; height: number; type: PhotoType; hasLocation: boolean } | { reason: "unreadable" | "pixels" };

const program = fileURLToPath(new URL("process-photos.ts", import.meta.url));

/** Inspects files, in their order. */
export function inspectPhotos(files: readonly string[]): Inspection[] {
  return runTasks(files.map((file) => ({ file }))) as Inspection[];
}

/** Stores the photos into `folder`, and deletes stored photos that aren't used any more. It leaves all other files alone. */
export function writePhotos(photos: readonly Photo[], folder: string): void {
  const used = new Map(photos.map((photo) => [photo.name, photo]));
  const existingNames = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of existingNames) {
    if (photoNamePattern.test(name) && !used.has(name)) rmSync(join(folder, name));
  }
  const missingPhotos = [...used.values()].filter(({ name }) => !existingNames.includes(name));
  if (missingPhotos.length > 0) mkdirSync(folder, { recursive: true });
  runTasks(missingPhotos.map(({ file, name, width, height }) => ({ file, target: join(folder, name), width, height })));
}

/**
 * Runs tasks in another process: sharp works asynchronously and the content is read synchronously, and the memory of large
 * photos is returned when the process ends.
 */
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
