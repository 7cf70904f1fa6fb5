import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceFiles } from "#app/services/content/changes/choose-parts.ts";
import { describeChanges, readFileTitle } from "#app/services/content/changes/compare-content.ts";
import { comparePart, findInFolder, hashPart } from "#app/services/content/changes/compare-parts.ts";
import { isContentPath } from "#app/services/content/files/content-path.ts";
import { getPart } from "#app/services/content/files/parts.ts";
import { saveFiles, withSaveLock } from "#app/services/content/files/save-files.ts";
import { listPartSource } from "#app/services/content/releases/fingerprints.ts";
import { dropUsedRedirects } from "#app/services/desk/editor/save-texts.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { createFolder, keepFile, listEntryNames, syncPath } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { readJsonFile } from "#app/services/runtime/parse-json.ts";
import { openEditLog } from "./edit-log.ts";

/** A part's discarded files. Each is stored under its index in `paths`. */
const entrySchema = z.object({
  part: z.string(),
  paths: z.array(z.string()).min(1),
  title: z.string().nullable(),
  account: z.string(),
  /** The account that last saved the part, if it isn't `account`. */
  author: z.string().optional(),
  time: z.number(),
  bytes: z.number(),
});

/** An id begins with the time in milliseconds, so ids sort by age. */
const idSchema = z.string().regex(/^\d{13}-[0-9a-f-]{36}$/);

const trashMs = 30 * 24 * 60 * 60 * 1000;

/** Limits, beyond which the oldest entries are deleted. */
const maxBytes = 2 ** 30;
const maxEntries = 1000;

/** Keeps replaced or deleted content files in `DATA_DIR`. */
export function openTrash({ CONTENT_DIR, DATA_DIR }: Pick<Environment, "CONTENT_DIR" | "DATA_DIR">) {
  const root = join(DATA_DIR, "desk-trash");
  const edits = openEditLog(DATA_DIR);
  const remove = (id: string) => rmSync(join(root, id), { recursive: true, force: true });

  /** Lists the ids, the newest first. */
  const listIds = () =>
    listEntryNames(root)
      .filter((name) => idSchema.safeParse(name).success)
      .sort()
      .reverse();

  /** @returns `undefined` for an incompletely written entry */
  const read = (id: string) => readJsonFile(join(root, id, "entry.json"), entrySchema);

  /**
   * Finds an entry; `undefined` if it is gone, or its path doesn't belong to the content. `files`: the kept files by
   * their paths in the content.
   */
  function find(typedId: string): { part: string; files: Map<string, string> } | undefined {
    const id = idSchema.safeParse(typedId).data;
    const entry = id === undefined ? undefined : read(id);
    if (!entry?.paths.every(isContentPath)) return undefined;
    const files = new Map(entry.paths.map((path, index) => [path, join(root, id!, String(index))]));
    return { part: entry.part, files };
  }

  function keepPart(part: string, paths: readonly string[], account: string): void {
    const time = Date.now();
    const folder = join(root, `${time}-${randomUUID()}`);
    mkdirSync(folder);
    for (const [index, path] of paths.entries()) keepFile(join(CONTENT_DIR, path), join(folder, String(index)));
    const bytes = paths.reduce((sum, path) => sum + statSync(join(CONTENT_DIR, path)).size, 0);
    const title = paths.map((path) => readFileTitle(join(CONTENT_DIR, path))).find(Boolean) ?? null;
    const author = edits.list().find((edit) => edit.part === part)?.account;
    const entry = { part, paths, title, account, ...(author !== account && { author }), time, bytes };
    writeFileSync(join(folder, "entry.json"), JSON.stringify(entry), { flush: true });
    for (const path of [folder, root]) syncPath(path);
  }

  function deleteExcess(): void {
    let sum = 0;
    for (const [index, id] of listIds().entries()) {
      sum += read(id)?.bytes ?? 0;
      if (index >= maxEntries || (sum > maxBytes && index > 0)) remove(id);
    }
  }

  /** Copies files into the trash. Call this before they are replaced or deleted, while holding the save lock. */
  function keep(paths: readonly string[], account: string): void {
    const existingPaths = paths.filter((path) => existsSync(join(CONTENT_DIR, path)));
    if (existingPaths.length === 0) return;
    createFolder(root);
    for (const [part, group] of Map.groupBy(existingPaths, getPart)) keepPart(part, group, account);
    deleteExcess();
  }

  return {
    keep,

    list: () =>
      listIds().flatMap((id) => {
        const entry = read(id);
        return entry ? [{ ...entry, id, title: entry.title ?? undefined }] : [];
      }),

    /**
     * Compares an entry's files with the part's current files. `version`: hash of the current files. `change`: effect of
     * restoring the entry.
     * @returns `undefined` if the entry is gone, or its path doesn't belong to the content
     */
    compare(id: string) {
      const entry = find(id);
      if (!entry) return undefined;
      const { part, files } = entry;
      const currentFiles = listPartSource(CONTENT_DIR, part);
      const discardedFiles = Array.from(files, ([name, file]) => ({
        path: `content/${name}`,
        file,
        hash: hashFile(file),
      }));
      const change = comparePart(part, currentFiles, replaceFiles(currentFiles, discardedFiles));
      const findFile = findInFolder(CONTENT_DIR);
      const [described] = describeChanges({ before: findFile, after: findFile, parts: change ? [change] : [] });
      return { part, version: hashPart(currentFiles), change: described };
    },

    /**
     * Restores an entry as a draft. The files that it replaces are kept in the trash.
     * @param version version of the part that the owner saw
     * @returns `undefined` if the entry is gone, or its path doesn't belong to the content
     */
    restore(id: string, version: string, account: string): Promise<{ part: string; isRestored: boolean } | undefined> {
      return withSaveLock(CONTENT_DIR, () => {
        const entry = find(id);
        if (!entry) return undefined;
        const { part, files } = entry;
        if (hashPart(listPartSource(CONTENT_DIR, part)) !== version) return { part, isRestored: false };
        const changes = Array.from(files, ([path, file]) => ({ path, bytes: readFileSync(file) }));
        keep([...files.keys()], account);
        saveFiles(CONTENT_DIR, dropUsedRedirects(CONTENT_DIR, changes));
        remove(id);
        return { part, isRestored: true };
      });
    },

    sweep(now: number): void {
      for (const id of listIds()) if (Number(id.slice(0, 13)) <= now - trashMs) remove(id);
    },
  };
}
