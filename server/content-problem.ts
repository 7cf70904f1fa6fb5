import type { SiteServices } from "../app/compose.server.ts";
import { openReleaseFolder } from "../app/releases/release-folder.ts";

/**
 * Returns a function that returns the problem of the content at the start, until the content is published. It may then equal
 * what is shown, so that there is no new release.
 * @param dataFolder `DATA_DIR`
 */
export function createContentProblem(
  dataFolder: string,
  { getContentFiles }: Pick<SiteServices, "getContentFiles">,
  problem: string | undefined,
): () => string | undefined {
  const releases = openReleaseFolder(dataFolder);
  const isCurrentShown = () => releases.getPaths(releases.readCurrentId() ?? "").files === getContentFiles();
  const publishedAtStart = releases.getPublishedTime();
  // A publication writes this time last, but the site shows the release a moment later.
  const isPublished = () => releases.getPublishedTime() !== publishedAtStart && isCurrentShown();
  const filesAtStart = getContentFiles();
  return () => (problem && filesAtStart === getContentFiles() && !isPublished() ? problem : undefined);
}
