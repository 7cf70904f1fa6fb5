import type { ReleasePaths } from "#app/services/content/releases/release-folder.ts";

/** Several people may look at different drafts at the same time. */
const maxOpen = 4;

/** Compiled drafts that somebody looks at. The one that was opened first is forgotten, and closed when nothing uses it. */
export function createPreviewContent<Content>(openContent: (index: string, shownItem: string | undefined) => Content) {
  const opened = new Map<string, { content: Content; files: string }>();
  return {
    listFolders: (): string[] => [...opened.values()].map(({ files }) => files),
    open({ id, index, files }: ReleasePaths, shownItem?: string) {
      const { content } = opened.get(id) ?? { content: openContent(index, shownItem) };
      opened.set(id, { content, files });
      if (opened.size > maxOpen) opened.delete(opened.keys().next().value!);
      return { ...content, getContentFiles: () => files };
    },
  };
}
