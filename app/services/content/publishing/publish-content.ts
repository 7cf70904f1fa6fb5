import { indexVersion } from "../compile/index-version.ts";
import { ReleaseConflictError } from "./release-database.ts";
import type { Change, Release } from "./release.ts";
import { createReleaseDraft } from "./create-release.ts";
import type { Publisher } from "./publisher.ts";
import { hashFolder, hashFolderTimes, readPublishedFiles } from "./fingerprints.ts";

/** Result of publishing. `text` is for a person: mistakes, and missing translations. */
export type PublishResult =
  | { outcome: "mistakes"; mistakes: number; text: string }
  | { outcome: "unchanged"; text: string }
  | { outcome: "published" | "dry-run"; text: string; release: Release };

type Options = {
  by: string;
  /** Compares only, and changes nothing. */
  isDryRun?: boolean;
  /** Is called before the release is published. */
  onChanges?: (changes: readonly Change[]) => void;
};

/** Maximum number of attempts, because another process may publish in the meantime. */
const maxAttempts = 3;

/** Publishes the content folder as a release. With mistakes, or without changes, it changes nothing. */
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

async function publishOnce(publisher: Publisher, { by, isDryRun, onChanges }: Options): Promise<PublishResult> {
  const { environment, releases, store } = publisher;
  const content = environment.CONTENT_DIR;
  const publishedFiles = readPublishedFiles(content);
  const times = hashFolderTimes(publishedFiles);
  const previous = await store.readCurrent();
  const result = await createReleaseDraft({ content, publishedFiles, releases, previous, by });
  const { text } = result;
  if (!("draft" in result)) return { outcome: "mistakes", ...result };
  const { release, changes, draft } = result;
  const isReadable = previous?.indexVersion === indexVersion;
  if (changes.length === 0 && isReadable) {
    if (!isDryRun) {
      await releases.writePublishedFolder({ folder: release.folder, times, release: previous.id });
    }
    return { outcome: "unchanged", text };
  }
  onChanges?.(changes);
  if (isDryRun) return { outcome: "dry-run", text, release };
  await releases.commit(draft, release);
  try {
    await store.publish(release, previous?.id);
  } catch (error) {
    releases.remove(release.id);
    throw error;
  }
  await releases.writePublishedFolder({ folder: release.folder, times, release: release.id });
  return { outcome: "published", text, release };
}

/**
 * Makes the release before the current one the current one again. The next start doesn't publish the content folder unless the
 * folder is edited.
 * @returns the release that was current, and the one that is now
 * @throws UndoError
 */
export async function undoRelease({ environment, releases, store }: Publisher): Promise<[from: Release, to: Release]> {
  const current = await store.readCurrent();
  if (!current) throw new UndoError("There is no release yet.");
  const target = (await store.list()).find(({ id }) => id === current.previous);
  if (!target) throw new UndoError(`There is no release before ${current.id}.`);
  if (target.indexVersion !== indexVersion) {
    throw new UndoError(
      `${target.id} was made by another version of the site's code. Change the content back instead.`,
    );
  }
  await store.switchTo(target, current.id);
  const content = environment.CONTENT_DIR;
  const [latestRelease = current] = await store.list();
  const publishedFiles = readPublishedFiles(content);
  const { folder } = hashFolder(content, publishedFiles);
  await releases.writePublishedFolder({ folder, times: hashFolderTimes(publishedFiles), release: latestRelease.id });
  return [current, target];
}

/** Thrown if there is no earlier release. Its message is for the operator. */
export class UndoError extends Error {
  override name = "UndoError";
}
