import type { SiteServices } from "../app/services.server.ts";
import { openReleaseFolder } from "../app/services/content/publishing/release-folder.ts";

/**
 * Creates the function that returns `problem`, until the content is published or the site shows other content. If the
 * published content equals the current release, there is no new release, so the time of the publication is compared.
 * @param dataFolder `DATA_DIR`
 * @param problem problem of the content folder at the start
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
