import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "../../runtime/environment-error.ts";
import type { Problem } from "../checks/problem.ts";
import { compareReleases } from "./compare-releases.ts";
import { compileContentFolder } from "./compile-content.ts";
import { PictureError } from "./draw-share-pictures.ts";
import { hashCompiler, readFolderState } from "./fingerprints.ts";
import { ReleaseConflictError } from "./release-database.ts";
import { addReleaseFiles, listReleaseFiles } from "./release-files.ts";
import type { PublishingStores } from "./release-store.ts";
import { indexName, indexVersion, maxListedChanges, type Change, type Release } from "./release.ts";

/** Result of publishing. `text` is for a person: mistakes, and missing translations. */
export type PublishResult =
  | { outcome: "mistakes"; mistakes: Problem[]; text: string }
  | { outcome: "unchanged"; text: string }
  | { outcome: "published" | "dry-run"; text: string; release: Release };

type Options = {
  /** Name of the person who publishes. */
  by: string;
  /** Compares only, and changes nothing. */
  isDryRun?: boolean;
  /** Keeps what a dry run has compiled, so that it can be shown as a preview. */
  keepsPreview?: boolean;
};

/** Hashes of what a release is made from. */
type Fingerprint = Pick<Release, "folder" | "compiler" | "indexVersion">;

/** Maximum number of attempts, because another node may publish in the meantime. */
const maxAttempts = 3;

/** Publishes the content folder as a release. With mistakes, or without edits, it changes nothing. */
export async function publishContent(publisher: PublishingStores, options: Options): Promise<PublishResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await publishOnce(publisher, options);
    } catch (error) {
      if (!(error instanceof ReleaseConflictError) || attempt === maxAttempts) throw error;
    } finally {
      publisher.releases.folder.deleteDrafts();
    }
  }
}

async function publishOnce(
  { content, releases }: PublishingStores,
  { by, isDryRun, keepsPreview }: Options,
): Promise<PublishResult> {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    return { outcome: "mistakes", mistakes: [], text: `CONTENT_DIR=${content}: there is no such folder` };
  }
  // An edit by hand after this line is published by the next start.
  const state = readFolderState(content);
  const fingerprint = { folder: state.folder, compiler: hashCompiler(), indexVersion };
  const current = await releases.readCurrent();
  const remember = async (release: string) => {
    await releases.folder.writePublishedFolder({ ...state, release });
    // What was saved in the meantime is still a draft.
    if (readFolderState(content, state).folder === state.folder) releases.folder.unmarkSaved();
  };
  if (current && isMadeFrom(current, fingerprint)) {
    if (!isDryRun) await remember(current.id);
    return { outcome: "unchanged", text: "" };
  }
  const draft = releases.folder.createDraft();
  const { text, mistakes, photos } = compileContentFolder(content, join(draft, indexName));
  if (!photos) return { outcome: "mistakes", mistakes, text };
  const previous = current && { ...current, folder: releases.folder.getFolder(current.id) };
  try {
    await addReleaseFiles(draft, content, photos, previous);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { outcome: "mistakes", mistakes: [], text: error.message };
  }
  const files = listReleaseFiles(draft);
  const changes = compareReleases(previous, { indexVersion, files, folder: draft });
  const release = createRelease({ ...fingerprint, by, previous: current?.id, files }, changes);
  if (isDryRun) {
    if (keepsPreview) releases.folder.keepPreview(draft, release.id);
    return { outcome: "dry-run", text, release };
  }
  await releases.add(draft, release);
  await remember(release.id);
  return { outcome: "published", text, release };
}

function isMadeFrom(release: Release, { folder, compiler, indexVersion: version }: Fingerprint): boolean {
  return release.folder === folder && release.compiler === compiler && release.indexVersion === version;
}

function createRelease(
  fields: Fingerprint & Pick<Release, "by" | "previous" | "files">,
  changes: readonly Change[],
): Release {
  const time = new Date().toISOString();
  const count = (action: Change["action"]) => changes.filter((change) => change.action === action).length;
  return {
    ...fields,
    id: `${time.slice(0, 19).replaceAll(":", "")}Z-${randomBytes(3).toString("hex")}`,
    time,
    changes: changes.slice(0, maxListedChanges),
    counts: { added: count("added"), changed: count("changed"), removed: count("removed") },
  };
}

/**
 * Makes the release before the current one the current one again. The next start doesn't publish the content folder unless the
 * folder is edited.
 * @returns the release that was current, and the one that is now
 * @throws EnvironmentError if there is no earlier release
 */
export async function undoRelease({ content, releases }: PublishingStores): Promise<[from: Release, to: Release]> {
  const current = await releases.readCurrent();
  if (!current) throw new EnvironmentError("There is no release yet.");
  const allReleases = await releases.list();
  const target = allReleases.find(({ id }) => id === current.previous);
  if (!target) throw new EnvironmentError(`There is no release before ${current.id}.`);
  if (target.indexVersion !== indexVersion) {
    const advice = "Change the content back instead";
    throw new EnvironmentError(`${target.id} was made by another version of the site's code. ${advice}.`);
  }
  await releases.makeCurrent(target.id, current.id);
  await releases.folder.writePublishedFolder({ ...readFolderState(content), release: allReleases[0]!.id });
  return [current, target];
}
