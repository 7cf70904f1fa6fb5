import type { ReleasePaths } from "#app/services/content/releases/release-folder.ts";

/** Maximum number of drafts that are open at a time, for several viewers. */
const maxOpenPreviews = 4;

/** Opens compiled drafts to be viewed. Beyond the maximum, the one opened first is dropped, and closed once unused. */
export function createPreviewContent<Content>(openContent: (index: string, shownItem: string | undefined) => Content) {
  const openedContents = new Map<string, { content: Content; files: string }>();
  return {
    listFolders: (): string[] => [...openedContents.values()].map(({ files }) => files),
    open({ id, index, files }: ReleasePaths, shownItem?: string) {
      const { content } = openedContents.get(id) ?? { content: openContent(index, shownItem) };
      openedContents.set(id, { content, files });
      if (openedContents.size > maxOpenPreviews) openedContents.delete(openedContents.keys().next().value!);
      return { ...content, getContentFiles: () => files };
    },
  };
}
