import type { Cache } from "./cache.ts";
import type { Call } from "./client.ts";
import { getEndpoint, type EndpointData, type ReadKey } from "./contract/calls/endpoints.ts";
import { remarks } from "./contract/calls/remarks.ts";
import type { GetPictureAddress } from "./contract/pictures.ts";
import { isNotFound, MissingCallError } from "./errors.ts";
import { prepareData } from "./prepare-data.ts";
import { namesItemOrCategory, type CallContext } from "./request.ts";
import {
  createAuthResource,
  createBatchesResource,
  createContentResource,
  createPagesResource,
  createSiteResource,
  type MissingList,
  type ReadCall,
} from "./resources.ts";
import { getTags } from "./tags.ts";

export type Services = {
  call: Call;
  cache: Cache;
  getAddress: GetPictureAddress;
  /** Origin of the backend's files; `undefined` with the embedded API, whose files the site serves. */
  fileOrigin?: string;
};

export type Api = ReturnType<typeof bindApi>;

type OnError = (error: unknown, hasIdOrCategory: boolean) => unknown;

/** Binds the resources to a visitor. `hasIdOrCategory` of `onError`: the call requested one item or category. */
export function bindApi(services: Services, context: CallContext, onError: OnError = (error) => error) {
  const read = createRead(services, context, onError);
  // The availability of calls isn't page content, so it adds no tags.
  const probe = createRead(services, { ...context, onRead: undefined, onStale: undefined }, (error) => error);
  /** Returns `undefined` for a failed optional part; the page is then cached for a few seconds only. */
  const loadOptional = async <Part>(part: Promise<Part>): Promise<Part | undefined> => {
    try {
      return await part;
    } catch {
      context.onPartial?.();
      return undefined;
    }
  };
  /** Returns the successful parts. @throws if all fail */
  const loadSome = async <Part extends object>(parts: readonly Promise<Part>[]): Promise<Part[]> => {
    const loadedParts = (await Promise.all(parts.map(loadOptional))).filter((part) => part !== undefined);
    if (loadedParts.length === 0) await parts[0];
    return loadedParts;
  };
  return {
    content: createContentResource(read, probe),
    site: createSiteResource(read),
    pages: createPagesResource(read),
    batches: createBatchesResource(read),
    auth: createAuthResource(services.call, context),
    optional: loadOptional,
    some: loadSome,
  };
}

function createRead(
  { call, cache, getAddress, fileOrigin }: Services,
  context: CallContext,
  onError: OnError,
): ReadCall {
  const { locale } = context;
  return async (key, input) => {
    const load = async (signal?: AbortSignal) => {
      const data = await call(key, input, { ...context, signal }).catch((error: unknown) =>
        replaceMissing(key, input, error),
      );
      return prepareData(data, { locale, getAddress, fileOrigin }) as EndpointData<typeof key>;
    };
    const hasIdOrCategory = namesItemOrCategory(input);
    const policy = (context.token ?? context.preview) ? "never" : getEndpoint(key).cache;
    try {
      // A visitor's load is aborted with the request; a shared one continues.
      if (policy === "never") return await load(context.signal);
      return await cache.read(createCacheKey(locale, key, input), {
        policy,
        load,
        onRead: context.onRead,
        onStale: context.onStale,
        signal: context.signal,
        getTags: (data) => getTags(key, input, data),
        isNotFound: (error) => hasIdOrCategory && isNotFound(error),
      });
    } catch (error) {
      throw onError(error, hasIdOrCategory);
    }
  };
}

/**
 * Replaces a missing optional list by an empty one, which is cached so that few pages repeat the call.
 * @throws any other error again
 */
function replaceMissing(key: ReadKey, input: object, error: unknown): MissingList {
  const isMissing = error instanceof MissingCallError || (isNotFound(error) && !namesItemOrCategory(input));
  if (remarks[key].isOptional && getEndpoint(key).row && isMissing) return { rows: [], isMissing };
  throw error;
}

function createCacheKey(locale: string, key: string, input: object): string {
  const sortedInput = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([locale, key, sortedInput]);
}
