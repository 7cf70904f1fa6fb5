import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { listEntryNames } from "#app/services/runtime/folders.ts";
import { readJsonFile } from "#app/services/runtime/parse-json.ts";
import { releasesFolder } from "#app/services/runtime/paths.ts";
import type { ReleasePaths } from "./release-folder.ts";
import { filesName, indexName, indexVersion, releaseSchema } from "./release.ts";

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Maximum number of shared drafts. It is low, because each draft has a complete index. */
const maxSharedDrafts = 10;

const prefix = "shared-";

const detailsName = "shared.json";

const detailsSchema = z.object({
  part: z.string(),
  /** Path of the draft's page, without language prefix. */
  path: z.string(),
  title: z.string().optional(),
  by: z.string(),
  /** End of the share in ISO 8601. */
  until: z.iso.datetime(),
  /** Drafts of another version are ignored, because this code can't read their index. */
  indexVersion: z.literal(indexVersion),
});

type Details = z.output<typeof detailsSchema>;

export type SharedDraft = Details & ReleasePaths;

/**
 * Opens the drafts that are shared with people without an account. Their folders are next to the releases.
 * @param dataFolder `DATA_DIR`
 */
export function openSharedDrafts(dataFolder: string, now: () => number = Date.now) {
  const root = join(dataFolder, releasesFolder);
  const getFolder = (id: string) => join(root, prefix + id);
  const deleteFolder = (id: string) => rmSync(getFolder(id), { recursive: true, force: true });

  function read(id: string): SharedDraft | undefined {
    if (!releaseSchema.shape.id.safeParse(id).success) return undefined;
    const details = readJsonFile(join(getFolder(id), detailsName), detailsSchema);
    if (!details || Date.parse(details.until) <= now()) return undefined;
    return { ...details, id, index: join(getFolder(id), indexName), files: join(getFolder(id), filesName) };
  }

  const listIds = () =>
    listEntryNames(root)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));

  const list = (): SharedDraft[] =>
    listIds()
      .sort()
      .reverse()
      .flatMap((id) => read(id) ?? []);

  return {
    /** Returns a shared draft; `undefined` if it has expired. */
    read,

    /** Lists the drafts, newest first. */
    list,

    /**
     * Keeps a compiled draft for a week, replacing an earlier one of the same part. The lock of the releases must be
     * held.
     */
    keep(draft: string, id: string, details: Omit<Details, "until" | "indexVersion">): void {
      const until = new Date(now() + lifetimeMs).toISOString();
      writeFileSync(join(draft, detailsName), `${JSON.stringify({ ...details, until, indexVersion })}\n`);
      const others = list().filter(({ part }) => part !== details.part);
      const keptIds = others.slice(0, maxSharedDrafts - 1).map((other) => other.id);
      for (const storedId of listIds()) if (!keptIds.includes(storedId)) deleteFolder(storedId);
      renameSync(draft, getFolder(id));
    },

    remove(id: string): void {
      if (read(id)) deleteFolder(id);
    },
  };
}
