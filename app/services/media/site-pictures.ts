import type { Log } from "../runtime/log.ts";
import { createMediaDisk } from "./media-disk.ts";
import { createPhotoReader, fetchPicture } from "./picture-fetch.ts";
import { createPictureStore } from "./picture-store.ts";
import { createBackendPictures, ownPictures } from "./pictures.ts";

type Options = {
  /** Folder for originals and resized pictures. */
  folder: string;
  log: Log;
};

/** Creates the addresses and the store of an owner's pictures. @param key key of the signatures of addresses */
export function createOwnerPictures(
  { folder, log }: Options,
  base: string,
  key: string,
  furtherOrigins: readonly string[],
) {
  const store = createPictureStore({ disk: createMediaDisk(folder, log), log, fetchOriginal: fetchPicture });
  return { ...createBackendPictures(base, key, furtherOrigins), store };
}

/** Creates the addresses and the store of the content's photos. @param getContentFiles returns the folder of its files */
export function createContentPictures({ folder, log }: Options, getContentFiles: () => string) {
  const fetchOriginal = createPhotoReader(getContentFiles);
  return { ...ownPictures, store: createPictureStore({ disk: createMediaDisk(folder, log), log, fetchOriginal }) };
}
