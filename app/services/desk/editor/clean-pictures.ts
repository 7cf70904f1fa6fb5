import { filesFolder, isPicturePath } from "#app/services/content/files/content-path.ts";
import { photoLimits } from "#app/services/content/files/photo.ts";
import { inspectPhoto, removeMetadata } from "#app/services/content/photos/process-photos.ts";
import { contentPrefix, RefusedChangeError } from "./content-files.ts";
import type { EditorChange } from "./content-store.ts";

const maxBase64 = Math.ceil(photoLimits.bytes / 3) * 4;

const reasons = { unreadable: "picture", pixels: "pixels", long: "long" } as const;

/** Removes the metadata of pictures that are served unchanged. @throws RefusedChangeError if a file isn't a picture */
export function cleanPictures(changes: readonly EditorChange[]): Promise<EditorChange[]> {
  // One picture at a time limits memory.
  return Array.fromAsync(changes, cleanPicture);
}

async function cleanPicture(change: EditorChange): Promise<EditorChange> {
  const { path, content, operation } = change;
  if (operation === "delete" || !isPicturePath(path) || content.length > maxBase64) return change;
  const bytes = Buffer.from(content, "base64");
  const inspection = await inspectPhoto(bytes);
  if ("reason" in inspection) throw new RefusedChangeError(reasons[inspection.reason], path);
  if (!path.startsWith(`${contentPrefix}${filesFolder}/`)) return change;
  return { ...change, content: (await removeMetadata(bytes)).toString("base64") };
}
