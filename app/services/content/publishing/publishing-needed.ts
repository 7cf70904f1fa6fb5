import { indexVersion } from "../compile/index-version.ts";
import type { Environment } from "../../runtime/environment.ts";
import { hashCompiler, hashFolder, hashFolderTimes, readPublishedFiles } from "./fingerprints.ts";
import type { Publisher } from "./publisher.ts";

/**
 * Whether the start should publish the content folder: it was edited and no other node has published the edit, or the code
 * compiles it differently.
 */
export async function isPublishingNeeded({
  environment,
  releases,
  store,
}: Omit<Publisher, "environment"> & { environment: Pick<Environment, "CONTENT_DIR"> }): Promise<boolean> {
  const content = environment.CONTENT_DIR;
  const current = await store.readCurrent();
  if (current?.indexVersion !== indexVersion) return true;
  const publishedFolder = releases.readPublishedFolder();
  const files = readPublishedFiles(content);
  const isUnedited = publishedFolder?.times === hashFolderTimes(files);
  const folder = isUnedited ? publishedFolder.folder : hashFolder(content, files).folder;
  if (folder === current.folder) return current.compiler !== hashCompiler();
  if (folder === publishedFolder?.folder) return false;
  const laterReleases = (await store.list()).filter(({ id }) => id > (publishedFolder?.release ?? ""));
  return !laterReleases.some((release) => release.folder === folder);
}
