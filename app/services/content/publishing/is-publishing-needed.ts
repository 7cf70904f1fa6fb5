import { hashCompiler, readFolderState } from "./fingerprints.ts";
import type { PublishingStores } from "./release-store.ts";
import { indexVersion } from "./release.ts";

/**
 * Whether the start should publish the content folder: it was edited and no other node has published the edit, or the code
 * compiles it differently.
 */
export async function isPublishingNeeded({ content, releases }: PublishingStores): Promise<boolean> {
  const current = await releases.readCurrent();
  if (current?.indexVersion !== indexVersion) return true;
  // What the desk saved stays a draft until its button is pressed.
  if (releases.folder.hasSavedDrafts()) return false;
  const published = releases.folder.readPublishedFolder();
  const { folder } = readFolderState(content, published);
  if (folder === current.folder) return current.compiler !== hashCompiler();
  // An edit that was undone isn't published again.
  if (folder === published?.folder) return false;
  const allReleases = await releases.list();
  const lastSeen = allReleases.findIndex(({ id }) => id === published?.release);
  const laterReleases = lastSeen === -1 ? allReleases : allReleases.slice(0, lastSeen);
  return !laterReleases.some((release) => release.folder === folder);
}
