import { openReleaseFolder, type ReleasePaths } from "../content/publishing/release-folder.ts";

/** What the desk compiled last, and hasn't published. */
export function createPreviewContent<Content extends { replace(index: string): void }>(
  dataFolder: string,
  openContent: (index: string) => Content,
) {
  const { getPreviewPaths } = openReleaseFolder(dataFolder);
  let content: Content | undefined;
  let shown: ReleasePaths | undefined;
  return {
    listFolders: (): string[] => (shown ? [shown.files] : []),
    open(id: string) {
      const release = getPreviewPaths(id);
      if (!release) return undefined;
      if (!content) content = openContent(release.index);
      else if (shown?.id !== release.id) content.replace(release.index);
      shown = release;
      return { ...content, getContentFiles: () => release.files };
    },
  };
}
