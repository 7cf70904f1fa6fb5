import { join } from "node:path";
import type { Problem } from "#app/services/content/problems/problem.ts";
import { hashCompiler, isCompiledByThisCode, listSource } from "#app/services/content/releases/fingerprints.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import { indexVersion, sourceName, type Release } from "#app/services/content/releases/release.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { isDiskFull, isSystemError } from "#app/services/runtime/folders.ts";
import { compileDraft, createReleaseId, publishContent, retryConflicts } from "./publish-content.ts";

/** The served release's mistakes, if any, and a report for a person. */
type ActivationResult = { text: string; mistakes: Problem[] };

/**
 * Prepares a release to be served. Publishes the content folder only if there is no release yet.
 * @throws EnvironmentError if none can be served
 */
export async function prepareRelease(
  publisher: PublishingStores,
  onProgress?: (step: string) => void,
): Promise<ActivationResult> {
  const { folder } = publisher.releases;
  try {
    return await activateOrPublish(publisher, onProgress);
  } catch (error) {
    if (!isSystemError(error) || folder.findReadable()) throw error;
    const failure = isDiskFull(error, folder.dataFolder)
      ? `DATA_DIR=${folder.dataFolder}: the disk is full`
      : "The content can't be compiled";
    throw new EnvironmentError(`${failure} (${error.message})`, { cause: error });
  }
}

async function activateOrPublish(
  publisher: PublishingStores,
  onProgress?: (step: string) => void,
): Promise<ActivationResult> {
  const { releases } = publisher;
  const current = await retryConflicts(publisher, async () => {
    // Without a current release the newest is used, because the pointer may be damaged.
    const release = (await releases.readCurrent()) ?? (await releases.list())[0];
    return release ? await activateRelease(publisher, release, release.id) : undefined;
  });
  if (current) return current;
  const result = await publishContent(publisher, { by: "start", onProgress });
  if (result.outcome === "mistakes") throw new EnvironmentError(result.text);
  return { text: result.text, mistakes: [] };
}

/** Finds the previous release, to which `undoRelease` returns by default. */
export async function findEarlierRelease({ releases }: PublishingStores): Promise<Release | undefined> {
  const previousId = (await releases.readCurrent())?.previous;
  return previousId === undefined ? undefined : releases.read(previousId);
}

/**
 * Returns to a release, by default the previous one.
 * @returns the former and the new current release
 * @throws EnvironmentError for an unknown release
 */
export async function undoRelease(publisher: PublishingStores, id?: string): Promise<[from: Release, to: Release]> {
  const { releases } = publisher;
  const current = await releases.readCurrent();
  if (!current) throw new EnvironmentError("There is no release yet.");
  const target = id === undefined ? await findEarlierRelease(publisher) : await releases.read(id);
  if (!target) throw new EnvironmentError(`There is no release ${id ?? `before ${current.id}`}.`);
  await activateRelease(publisher, target, current.id);
  return [current, (await releases.readCurrent())!];
}

/**
 * Activates a release. If another version of the code compiled it, recompiles it first. If recompiling finds mistakes,
 * uses the published index.
 * @throws EnvironmentError if this code can't read the published index either
 */
async function activateRelease(
  publisher: PublishingStores,
  target: Release,
  currentId: string,
): Promise<ActivationResult> {
  const { releases } = publisher;
  const isCompiled = (release: Release) => release.time === target.time && isCompiledByThisCode(release);
  const compiled = isCompiled(target) ? target : (await releases.list()).find(isCompiled);
  const result = compiled ? undefined : await compileAgain(publisher, target, currentId);
  if (result && !("mistakes" in result)) return { text: "", mistakes: [] };
  const { id } = compiled ?? target;
  if (!compiled && target.indexVersion !== indexVersion) throw new EnvironmentError(result!.text);
  if (releases.folder.readCurrentId() !== id) await releases.makeCurrent(id, currentId);
  return { text: "", mistakes: [], ...result };
}

/** Recompiles a release's content. Unless it has mistakes, makes the result current, with the release's time. */
async function compileAgain({ releases }: PublishingStores, target: Release, currentId: string) {
  await releases.fetch(target.id);
  const folder = releases.folder.getFolder(target.id);
  const content = join(folder, sourceName, "content");
  const publicFolder = join(folder, sourceName, "public");
  const draft = releases.folder.createDraft();
  const source = listSource(content, publicFolder);
  const result = await compileDraft(draft, { content, publicFolder }, source, { ...target, folder });
  if ("mistakes" in result) return result;
  const compilation = { compiler: hashCompiler(), indexVersion, files: result.files };
  await releases.add(draft, { ...target, ...compilation, id: createReleaseId(target.time) }, currentId);
  return result;
}
