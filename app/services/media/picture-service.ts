import type { Log } from "../runtime/log.ts";
import type { MediaStore } from "./media-store.ts";
import { createPhotoReader, fetchPicture } from "./picture-fetch.ts";
import { createPictureStore } from "./picture-store.ts";
import { createBackendPictures, ownPictures } from "./pictures.ts";

type Backend = {
  base: string;
  /** Key for the signatures of picture addresses. */
  key: string;
  furtherOrigins: readonly string[];
};

type Options = {
  /** Storage for originals and resized pictures. */
  media: MediaStore;
  log: Log;
  /** The owner's API; without one, photos of the content are served. */
  backend: Backend | undefined;
  /** Returns the folder of the files that belong to the content; `undefined` if there is none. */
  getContentFiles: () => string | undefined;
};

/** Creates the addresses and the store of pictures that are resized: those of a backend, or photos of the content. */
export function createPictures({ media, log, backend, getContentFiles }: Options) {
  const addresses = backend ? createBackendPictures(backend.base, backend.key, backend.furtherOrigins) : ownPictures;
  const fetchOriginal = backend ? fetchPicture : createPhotoReader(getContentFiles);
  return { ...addresses, store: createPictureStore({ media, log, fetchOriginal }) };
}
