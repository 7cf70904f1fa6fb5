import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { compareReleases } from "./compare-content.ts";
import { compileContentFolder } from "./compile-content.ts";
import { PictureError } from "./draw-share-pictures.ts";
import { hashCompiler, hashFolder, hashFolderTimes } from "./fingerprints.ts";
import { listReleases, pullRelease, readCurrent, type Publisher } from "./publisher.ts";
import { ReleaseConflictError } from "./release-database.ts";
import { addReleaseFiles, listReleaseFiles } from "./release-files.ts";
import { indexName, indexVersion, maxListedChanges, type Change, type Release } from "./release.ts";

/** Result of publishing. `text` is for a person: mistakes, and missing translations. */
export type PublishResult =
  | { outcome: "mistakes"; mistakes: number; text: string }
  | { outcome: "unchanged"; text: string }
  | { outcome: "published" | "dry-run"; text: string; release: Release };

type Options = {
  /** Name of the person who publishes. */
  by: string;
  /** Compares only, and changes nothing. */
  isDryRun?: boolean;
  /** Is called before the release is published. */
  onChanges?: (changes: readonly Change[]) => void;
};

/** Hashes of what a release is made from. */
type Fingerprint = Pick<Release, "folder" | "compiler">;

/** Maximum number of attempts, because another node may publish in the meantime. */
const maxAttempts = 3;

/** Publishes the content folder as a release. With mistakes, or without edits, it changes nothing. */
export async function publishContent(publisher: Publisher, options: Options): Promise<PublishResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await publishOnce(publisher, options);
    } catch (error) {
      if (!(error instanceof ReleaseConflictError) || attempt === maxAttempts) throw error;
    } finally {
      publisher.releases.deleteDrafts();
    }
  }
}

async function publishOnce(publisher: Publisher, options: Options): Promise<PublishResult> {
  const { content, releases, database } = publisher;
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    return { outcome: "mistakes", mistakes: 1, text: `CONTENT_DIR=${content}: there is no such folder` };
  }
  // An edit after these lines is published by the next start.
  const times = hashFolderTimes(content);
  const fingerprint = { folder: hashFolder(content), compiler: hashCompiler() };
  const current = await readCurrent(publisher);
  const remember = (release: string) => releases.writePublishedFolder({ folder: fingerprint.folder, times, release });
  if (current && isMadeFrom(current, fingerprint)) {
    if (!options.isDryRun) await remember(current.id);
    return { outcome: "unchanged", text: "" };
  }
  const result = await createDraft(publisher, current, fingerprint, options.by);
  if ("mistakes" in result) return { outcome: "mistakes", ...result };
  const { draft, release, changes, text } = result;
  options.onChanges?.(changes);
  if (options.isDryRun) return { outcome: "dry-run", text, release };
  await releases.commit(draft, release);
  await database?.add(release, releases.getFolder(release.id), current?.id);
  await releases.makeCurrent(release.id);
  await remember(release.id);
  return { outcome: "published", text, release };
}

function isMadeFrom({ indexVersion: version, folder, compiler }: Release, fingerprint: Fingerprint): boolean {
  return version === indexVersion && folder === fingerprint.folder && compiler === fingerprint.compiler;
}

type Draft = { draft: string; release: Release; changes: Change[]; text: string };

/** Checks and compiles the content folder into the draft of a release. */
async function createDraft(
  { content, releases }: Publisher,
  current: Release | undefined,
  fingerprint: Fingerprint,
  by: string,
): Promise<Draft | { mistakes: number; text: string }> {
  const draft = releases.createDraft();
  const { text: report, mistakes, content: compiled } = compileContentFolder(content, join(draft, indexName));
  if (!compiled) return { mistakes, text: report };
  const previous = current && { release: current, folder: releases.getFolder(current.id) };
  let note: string;
  try {
    note = await addReleaseFiles(draft, compiled, previous);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { mistakes: 1, text: error.message };
  }
  const files = await listReleaseFiles(draft, previous);
  const compared = current && { ...current, folder: previous!.folder };
  const changes = compareReleases(compared, { indexVersion, files, folder: draft });
  const time = new Date();
  const count = (action: Change["action"]) => changes.filter((change) => change.action === action).length;
  const release: Release = {
    id: `${time.toISOString().slice(0, 19).replaceAll(":", "")}Z-${randomBytes(3).toString("hex")}`,
    time: time.toISOString(),
    by,
    ...(current && { previous: current.id }),
    ...fingerprint,
    indexVersion,
    files,
    changes: changes.slice(0, maxListedChanges),
    counts: { added: count("added"), changed: count("changed"), removed: count("removed") },
  };
  return { draft, release, changes, text: [report, note].filter(Boolean).join("\n") };
}

/**
 * Makes the release before the current one the current one again. The next start doesn't publish the content folder unless the
 * folder is edited.
 * @returns the release that was current, and the one that is now
 * @throws UndoError
 */
export async function undoRelease(publisher: Publisher): Promise<[from: Release, to: Release]> {
  const { content, releases, database } = publisher;
  const current = await readCurrent(publisher);
  if (!current) throw new UndoError("There is no release yet.");
  const allReleases = await listReleases(publisher);
  const target = allReleases.find(({ id }) => id === current.previous);
  if (!target) throw new UndoError(`There is no release before ${current.id}.`);
  if (target.indexVersion !== indexVersion) {
    throw new UndoError(
      `${target.id} was made by another version of the site's code. Change the content back instead.`,
    );
  }
  if (database) {
    await pullRelease(releases, database, target.id);
    await database.makeCurrent(target.id, current.id);
  }
  await releases.makeCurrent(target.id);
  const { id: release } = allReleases[0]!;
  await releases.writePublishedFolder({ folder: hashFolder(content), times: hashFolderTimes(content), release });
  return [current, target];
}

/** Thrown if there is no earlier release. Its message is for the operator. */
export class UndoError extends Error {
  override name = "UndoError";
}
