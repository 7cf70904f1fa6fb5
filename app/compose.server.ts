import { createEmbeddedApi } from "./embedded-api/door.ts";
import { openContentIndex } from "./embedded-api/content-index.ts";
import { readEnvironment } from "./platform/environment.ts";
import { createLog } from "./platform/log.ts";
import { paths } from "./platform/paths.ts";
import { bindApi, type Services } from "./services/api.ts";
import { createCache } from "./services/cache.ts";
import { createClient, type Transport } from "./services/client.ts";
import { isEndpointKey } from "./contract/endpoints.ts";
import { createPictureFetch } from "./services/picture-fetch.ts";
import { ownPictures, picturesOf } from "./services/pictures.ts";
import type { CallContext } from "./services/request.ts";

/** The one place that joins the rooms: environment, log, backend, client and cache of this process. */
export const environment = readEnvironment(process.env);

export const log = createLog(environment.LOG_LEVEL);

/** The embedded API, or `undefined` where the owner's own system takes its place. */
export const embeddedApi: Transport | undefined = environment.API_BASE_URL
  ? undefined
  : createEmbeddedApi(openContentIndex(paths.contentIndex));

for (const key of Object.keys(environment.API_PATHS ?? {})) {
  if (!isEndpointKey(key)) console.warn("api key not found", key);
}

const call = createClient({
  transport: embeddedApi ?? fetch,
  // The embedded API is called in process: its origin is only a name.
  base: environment.API_BASE_URL ?? "http://embedded.invalid",
  paths: environment.API_BASE_URL ? environment.API_PATHS : undefined,
  timeoutMs: environment.API_TIMEOUT_MS,
  log,
});

const { API_BASE_URL } = environment;

const services: Services = {
  call,
  cache: createCache({ log }),
  addressOf: API_BASE_URL ? picturesOf(API_BASE_URL) : ownPictures,
};

/** Fetches a picture of the owner's system; `undefined` where it is none, and with the embedded API. */
export const fetchPicture = API_BASE_URL ? createPictureFetch(new URL(API_BASE_URL).origin) : undefined;

/** The API for one visitor. `onError` says what a failed call is thrown as. */
export function apiFor(context: CallContext, onError: (error: unknown) => unknown) {
  return bindApi(services, context, onError);
}
