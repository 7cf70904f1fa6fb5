import { join } from "node:path";
import { photosPath } from "../../api/contract/pictures.ts";

/** Names of the folders for files that are made from the content. They are also the first part of the URLs. */
const folderNames = { plates: "plates", icons: "icons", sharePictures: "share", photos: photosPath } as const;

/** Folders for files that are made from the content. */
export type DrawnFolders = Record<keyof typeof folderNames, string>;

/**
 * Returns the folders for files that are made from the content.
 * @param files the folder whose files are served at their path
 */
export function getDrawnFolders(files: string): DrawnFolders {
  return Object.fromEntries(Object.entries(folderNames).map(([key, name]) => [key, join(files, name)])) as DrawnFolders;
}
