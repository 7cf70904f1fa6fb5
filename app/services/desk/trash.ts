import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isContentPlace, isTextPath } from "../content/files/content-path.ts";
import { parseTitle } from "../content/files/front-matter.ts";
import { saveFiles, withSaveLock } from "../content/files/save-files.ts";
import { decodeText } from "../content/files/text-bytes.ts";
import { getPart } from "../content/publishing/parts.ts";
import type { Environment } from "../runtime/environment.ts";
import { createFolder, keepFile, syncPath } from "../runtime/folders.ts";
import { parseJson } from "../runtime/parse-json.ts";
import { openEditLog } from "./edit-log.ts";
import { dropUsedRedirects } from "./save-texts.ts";

/** What was thrown away of a part of the content. Its file at place 0 of `paths` is kept as `0`. */
const entrySchema = z.object({
  part: z.string(),
  paths: z.array(z.string()).min(1),
  title: z.string().nullable(),
  account: z.string(),
  /** Who had saved it last, if it was somebody else. */
  author: z.string().optional(),
  time: z.number(),
  bytes: z.number(),
});

/** An id begins with the time. */
const idSchema = z.string().regex(/^\d{13}-[0-9a-f-]{36}$/);

const trashMs = 30 * 24 * 60 * 60 * 1000;

/** The oldest goes when there is more. */
const maxBytes = 2 ** 30;
const maxEntries = 1000;

/** Keeps files of the content that the desk replaces or deletes, in a folder of `DATA_DIR`. */
export function openTrash({ CONTENT_DIR, DATA_DIR }: Pick<Environment, "CONTENT_DIR" | "DATA_DIR">) {
  const root = join(DATA_DIR, "desk-trash");
  const edits = openEditLog(DATA_DIR);
  const remove = (id: string) => rmSync(join(root, id), { recursive: true, force: true });

  /** The newest first. */
  function listIds(): string[] {
    const names = existsSync(root) ? readdirSync(root) : [];
    return names
      .filter((name) => idSchema.safeParse(name).success)
      .toSorted()
      .toReversed();
  }

  /** `undefined` if a process was stopped while it wrote it. */
  function read(id: string): z.output<typeof entrySchema> | undefined {
    const file = join(root, id, "entry.json");
    return existsSync(file) ? entrySchema.safeParse(parseJson(readFileSync(file, "utf8"))).data : undefined;
  }

  function readTitle(folder: string, paths: readonly string[]): string | null {
    const index = paths.findIndex(isTextPath);
    return index < 0 ? null : (parseTitle(decodeText(readFileSync(join(folder, String(index))))) ?? null);
  }

  function keepPart(part: string, paths: readonly string[], account: string): void {
    const time = Date.now();
    const folder = join(root, `${time}-${randomUUID()}`);
    mkdirSync(folder);
    for (const [index, path] of paths.entries()) keepFile(join(CONTENT_DIR, path), join(folder, String(index)));
    const bytes = paths.reduce((sum, path) => sum + statSync(join(CONTENT_DIR, path)).size, 0);
    const title = readTitle(folder, paths);
    const author = edits.list().find((edit) => edit.part === part)?.account;
    const entry = { part, paths, title, account, ...(author !== account && { author }), time, bytes };
    writeFileSync(join(folder, "entry.json"), JSON.stringify(entry), { flush: true });
    for (const path of [folder, root]) syncPath(path);
  }

  function bound(): void {
    let sum = 0;
    for (const [place, id] of listIds().entries()) {
      sum += read(id)?.bytes ?? 0;
      if (place >= maxEntries || (sum > maxBytes && place > 0)) remove(id);
    }
  }

  /** Must be called before they are replaced or deleted, with the lock of saves. Of those that don't exist nothing is kept. */
  function keep(paths: readonly string[], account: string): void {
    const existing = paths.filter((path) => existsSync(join(CONTENT_DIR, path)));
    if (existing.length === 0) return;
    createFolder(root);
    for (const [part, group] of Map.groupBy(existing, getPart)) keepPart(part, group, account);
    bound();
  }

  return {
    keep,

    list: () =>
      listIds().flatMap((id) => {
        const entry = read(id);
        return entry ? [{ ...entry, id, title: entry.title ?? undefined }] : [];
      }),

    /** Makes it a draft again. What stands in its place is kept in turn. @returns its part; `undefined` if it is gone, or has no place */
    async restore(typedId: unknown, account: string): Promise<string | undefined> {
      const id = idSchema.safeParse(typedId).data;
      if (id === undefined) return undefined;
      return withSaveLock(CONTENT_DIR, () => {
        const entry = read(id);
        if (!entry?.paths.every(isContentPlace)) return undefined;
        const files = entry.paths.map((path, index) => ({ path, bytes: readFileSync(join(root, id, String(index))) }));
        keep(entry.paths, account);
        saveFiles(CONTENT_DIR, dropUsedRedirects(CONTENT_DIR, files));
        remove(id);
        return entry.part;
      });
    },

    sweep(now: number): void {
      for (const id of listIds()) if (Number(id.slice(0, 13)) <= now - trashMs) remove(id);
    },
  };
}
