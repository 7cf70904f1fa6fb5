import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "../checks/problem.ts";
import { compileContentFolder } from "../compile/compile.ts";
import { compareReleases } from "./compare-releases.ts";
import { PictureError } from "./draw-share-pictures.ts";
import { hashCompiler, hashList, isOfThisCode, listSource, type SourceFile } from "./fingerprints.ts";
import { ReleaseConflictError } from "./release-database.ts";
import { addReleaseFiles, keepSource, listReleaseFiles } from "./release-files.ts";
import type { PublishingStores } from "./release-store.ts";
import { indexName, indexVersion, maxListedChanges, type Change, type Release } from "./release.ts";

/** Result of publishing. `text` is for a person: mistakes, and missing translations. `remarks` are there if the content was read. */
export type PublishResult =
  | { outcome: "mistakes"; mistakes: Problem[]; remarks?: Problem[]; text: string }
  | { outcome: "unchanged"; text: string }
  | { outcome: "published" | "dry-run"; remarks: Problem[]; text: string; release: Release };

type Options = {
  by: string;
  isDryRun?: boolean;
  keepsPreview?: boolean;
};

/** Another process may publish, or edit the content, in the meantime. */
const maxAttempts = 3;

export async function retryConflicts<Result>(
  { releases }: PublishingStores,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReleaseConflictError) || attempt === maxAttempts) throw error;
    } finally {
      releases.folder.deleteDrafts();
    }
  }
}

/** With mistakes, or without edits, it changes nothing. */
export const publishContent = (publisher: PublishingStores, options: Options): Promise<PublishResult> =>
  retryConflicts(publisher, () => publishOnce(publisher, options));

async function publishOnce(
  { content, releases }: PublishingStores,
  { by, isDryRun, keepsPreview }: Options,
): Promise<PublishResult> {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    return { outcome: "mistakes", mistakes: [], text: `CONTENT_DIR=${content}: there is no such folder` };
  }
  const current = await releases.readCurrent();
  const source = listSource(content);
  if (current && isOfThisCode(current) && current.folder === hashList(source))
    return { outcome: "unchanged", text: "" };
  const draft = releases.folder.createDraft();
  const previous = current && { ...current, folder: releases.folder.getFolder(current.id) };
  const result = await fillDraft(draft, content, source, previous);
  if (result.outcome === "mistakes") return result;
  const { text, remarks, folder, files } = result;
  const changes = compareReleases(previous, { indexVersion, files, folder: draft });
  const release = createRelease({ by, previous: current?.id, folder, files }, changes);
  if (isDryRun) {
    if (keepsPreview) releases.folder.keepPreview(draft, release.id);
    return { outcome: "dry-run", remarks, text, release };
  }
  await releases.add(draft, release, current?.id);
  return { outcome: "published", remarks, text, release };
}

/** @param previous the release whose files are taken where they are the same. @throws ReleaseConflictError if the folder was edited */
export async function fillDraft(
  draft: string,
  content: string,
  source: readonly SourceFile[],
  previous: (Release & { folder: string }) | undefined,
) {
  const { text, mistakes, remarks, photos } = await compileContentFolder(content, join(draft, indexName));
  if (!photos) return { outcome: "mistakes" as const, mistakes, remarks, text };
  keepSource(draft, source, previous);
  const folder = hashList(source);
  if (hashList(listSource(content)) !== folder) throw new ReleaseConflictError("somebody is editing the content");
  try {
    await addReleaseFiles(draft, photos, previous);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { outcome: "mistakes" as const, mistakes: [], text: error.message };
  }
  return { outcome: "filled" as const, remarks, text, folder, files: listReleaseFiles(draft) };
}

function createRelease(
  fields: Pick<Release, "by" | "previous" | "folder" | "files">,
  changes: readonly Change[],
): Release {
  const time = new Date().toISOString();
  const count = (action: Change["action"]) => changes.filter((change) => change.action === action).length;
  return {
    ...fields,
    id: createReleaseId(time),
    time,
    compiler: hashCompiler(),
    indexVersion,
    changes: changes.slice(0, maxListedChanges),
    counts: { added: count("added"), changed: count("changed"), removed: count("removed") },
  };
}

export const createReleaseId = (time: string): string =>
  `${time.slice(0, 19).replaceAll(":", "")}Z-${randomBytes(3).toString("hex")}`;
