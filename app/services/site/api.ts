import { join } from "node:path";
import type { Kysely } from "kysely";
import { bindApi, type Services } from "#app/services/api/api.ts";
import { createCache } from "#app/services/api/cache.ts";
import type { Call } from "#app/services/api/client.ts";
import { createMediaDisk } from "#app/services/media/media-disk.ts";
import { createPhotoReader, fetchPicture } from "#app/services/media/picture-fetch.ts";
import { createPictureStore } from "#app/services/media/picture-store.ts";
import { createBackendPictures, embeddedApiPictures } from "#app/services/media/pictures.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { getOrCreateSecret } from "#app/services/submissions/database/keys.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";

type Options = {
  call: Call;
  /** Lists the folders with the content's photos. */
  listFolders: () => string[];
};

/** Creates the pages' API, with cache and picture URLs. */
export async function createSiteApi(
  { API_BASE_URL, DATA_DIR, MEDIA_ORIGINS }: Environment,
  log: Log,
  database: Kysely<Tables>,
  { call, listFolders }: Options,
) {
  const addresses = API_BASE_URL
    ? createBackendPictures(API_BASE_URL, await getOrCreateSecret(database, "pictures"), MEDIA_ORIGINS)
    : embeddedApiPictures;
  const fetchOriginal = API_BASE_URL ? fetchPicture : createPhotoReader(listFolders);
  const disk = createMediaDisk(join(DATA_DIR, "media"), log);
  const api: Services = {
    call,
    cache: createCache({ log }),
    getAddress: addresses.getAddress,
    fileOrigin: API_BASE_URL && new URL(API_BASE_URL).origin,
  };
  return {
    cache: api.cache,
    pictures: { ...addresses, store: createPictureStore({ disk, log, fetchOriginal }) },
    createApiFor: bindApi.bind(undefined, api),
    /** Binds a preview's calls to a separate cache, so that drafts stay out of the site's cache. */
    bindPreview: (callPreview: Call) =>
      bindApi.bind(undefined, { ...api, call: callPreview, cache: createCache({ log }) }),
  };
}
