import { removeUndefined } from "./contract/remove-undefined.ts";
import type { EndpointData, EndpointInput, ReadKey } from "./contract/endpoints.ts";
import { getEndpoint } from "./contract/endpoints.ts";
import type { Item } from "./contract/entities.ts";
import type { Kind } from "./contract/kinds.ts";
import { remarks } from "./contract/remarks.ts";
import { localeCodes, locales, type Locale } from "../../i18n/locales.ts";
import type { Cache } from "./cache.ts";
import type { Call } from "./client.ts";
import { isNotFound } from "./errors.ts";
import { localizePictures, type GetPictureAddress } from "../media/pictures.ts";
import type { CallContext } from "./request.ts";
import { createAuthResource } from "./resources/auth.ts";
import { createBatchesResource } from "./resources/batches.ts";
import { createContentResource } from "./resources/content.ts";
import { createPagesResource } from "./resources/pages.ts";
import { createSiteResource } from "./resources/site.ts";
import { sanitize } from "./sanitize.ts";
import { getTags } from "./tags.ts";

/** Makes a GET call for one visitor, through the cache. */
export type ReadCall = <K extends ReadKey>(key: K, input: EndpointInput<K>) => Promise<EndpointData<K>>;

/** Parts of the API that all visitors share. */
export type Services = {
  call: Call;
  cache: Cache;
  /** Returns the address on this site for a picture of the backend. */
  getAddress: GetPictureAddress;
  /** Origin of the backend's files, such as attachments; undefined if the site serves them itself. */
  fileOrigin?: string;
};

export type Api = ReturnType<typeof bindApi>;

/**
 * Binds the resources to one visitor's language and token. Loaders use the result.
 * @param onError converts the error of a failed call before it is thrown; `hasIdOrCategory` says whether the call asked
 * for one item or category, which may not exist
 */
export function bindApi(
  { call, cache, getAddress, fileOrigin }: Services,
  context: CallContext,
  onError: (error: unknown, hasIdOrCategory: boolean) => unknown = (error) => error,
) {
  const read: ReadCall = async (key, input) => {
    const load = async (signal?: AbortSignal) => {
      const data = await call(key, input, { ...context, signal }).catch((error: unknown) => replaceMissing(key, error));
      const preparedData = dropRedundantLanguage(prepareForDisplay(data, getAddress, fileOrigin), context.locale);
      return removeUndefined(preparedData) as EndpointData<typeof key>;
    };
    const hasIdOrCategory = "id" in input || ("cat" in input && input.cat !== undefined);
    const policy = context.token || context.preview ? "never" : getEndpoint(key).cache;
    try {
      // A load for one visitor is aborted with the request. A shared one also serves other visitors.
      if (policy === "never") return await load(context.signal);
      return await cache.read(createCacheKey(context.locale, key, input), {
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
  /**
   * Awaits a part that the page can do without; returns `undefined` if it fails. The page is then cached for seconds
   * only.
   */
  const loadOptional = async <Part>(part: Promise<Part>): Promise<Part | undefined> => {
    try {
      return await part;
    } catch {
      context.onPartial?.();
      return undefined;
    }
  };
  return {
    content: createContentResource(read),
    site: createSiteResource(read),
    pages: createPagesResource(read),
    batches: createBatchesResource(read),
    auth: createAuthResource(call, context),
    optional: loadOptional,
  };
}

/**
 * Returns an empty list for an optional list that the backend doesn't have. It is cached like a response, so that the call
 * isn't repeated for every page. @throws the error of any other call
 */
function replaceMissing(key: ReadKey, error: unknown): object {
  if (remarks[key].isOptional && getEndpoint(key).row && isNotFound(error)) return { rows: [] };
  throw error;
}

function createCacheKey(locale: string, key: string, input: object): string {
  const sortedInput = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([locale, key, sortedInput]);
}

/** Sanitises HTML and rewrites the addresses of pictures once, before the data are cached. */
function prepareForDisplay(data: object, getAddress: GetPictureAddress, fileOrigin: string | undefined): object {
  const localizedData = resolveAttachments(localizePictures(data, getAddress), fileOrigin);
  const { body, about } = data as { body?: Item<Kind>["body"]; about?: string };
  if (body) return { ...localizedData, body: sanitize(body, getAddress) };
  if (about) return { ...localizedData, about: sanitize(about, getAddress) };
  return localizedData;
}

/** Removes `lang` if it is the requested language or unknown to the site. */
function dropRedundantLanguage(data: object, locale: Locale): object {
  const { lang, rows } = data as { lang?: string; rows?: object[] };
  const isKnownForeign = localeCodes.some((code) => code !== locale && locales[code].language === lang);
  return {
    ...data,
    ...(lang !== undefined && !isKnownForeign && { lang: undefined }),
    ...(rows && { rows: rows.map((row) => dropRedundantLanguage(row, locale)) }),
  };
}

/** Resolves the paths of attachments and of a certificate against the backend's origin. */
function resolveAttachments(data: object, origin: string | undefined): object {
  const { attachments, certificate } = data as { attachments?: Item["attachments"]; certificate?: { url: string } };
  if (!origin || !(attachments ?? certificate)) return data;
  const resolve = (url: string) => (URL.canParse(url, origin) ? new URL(url, origin).href : url);
  return {
    ...data,
    ...(attachments && { attachments: attachments.map((file) => ({ ...file, url: resolve(file.url) })) }),
    ...(certificate && { certificate: { ...certificate, url: resolve(certificate.url) } }),
  };
}
