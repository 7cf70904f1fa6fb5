import { defined } from "../contract/defined.ts";
import type { EndpointData, EndpointInput, ReadKey } from "../contract/endpoints.ts";
import { endpointOf } from "../contract/endpoints.ts";
import type { Item } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import { localeCodes, locales, type Locale } from "../i18n/locales.ts";
import type { Cache } from "./cache.ts";
import type { Call } from "./client.ts";
import { isNotFound } from "./errors.ts";
import { withOwnPictures, type PictureAddress } from "./pictures.ts";
import type { CallContext } from "./request.ts";
import { authResource } from "./resources/auth.ts";
import { contentResource } from "./resources/content.ts";
import { siteResource } from "./resources/site.ts";
import { sanitize } from "./sanitize.ts";
import { tagsOf } from "./tags.ts";

/** Makes a reading call through the cache, for one visitor. */
export type Read = <K extends ReadKey>(key: K, input: EndpointInput<K>) => Promise<EndpointData<K>>;

/** What the API is made of, once a process. */
export type Services = {
  call: Call;
  cache: Cache;
  /** Where on this site the backend's pictures are. */
  addressOf: PictureAddress;
  /** Origin of the backend's files, such as attachments; none where they are the site's own. */
  fileOrigin?: string;
};

export type Api = ReturnType<typeof bindApi>;

/**
 * The API as loaders see it: resources bound to one visitor's language and token.
 * @param onError what a failed call is turned into before it is thrown; `isNamed` where it asked for one thing by its
 *   name, which may not be there
 */
export function bindApi(
  { call, cache, addressOf, fileOrigin }: Services,
  context: CallContext,
  onError: (error: unknown, isNamed: boolean) => unknown = (error) => error,
) {
  const read: Read = async (key, input) => {
    const load = async (signal?: AbortSignal) => {
      const data = await call(key, input, { ...context, signal });
      const drawn = withForeignLanguageOnly(shown(data, addressOf, fileOrigin), context.locale);
      return defined(drawn) as EndpointData<typeof key>;
    };
    const isNamed = "id" in input || ("cat" in input && input.cat !== undefined);
    const policy = context.token || context.preview ? "never" : endpointOf(key).cache;
    try {
      // What is nobody else's ends with its asker; what is shared belongs to all who wait for it.
      if (policy === "never") return await load(context.signal);
      return await cache.read(cacheKey(context.locale, key, input), {
        ...{ policy, load, onRead: context.onRead, onStale: context.onStale, signal: context.signal },
        tagsOf: (answer) => tagsOf(key, input, answer),
        isGone: (error) => isNamed && isNotFound(error),
      });
    } catch (error) {
      throw onError(error, isNamed);
    }
  };
  /** What a page can do without: `undefined` where it can't be had. The page is then kept for seconds only. */
  const optional = async <Part>(part: Promise<Part>): Promise<Part | undefined> => {
    try {
      return await part;
    } catch {
      context.onPartial?.();
      return undefined;
    }
  };
  return { content: contentResource(read), site: siteResource(read), auth: authResource(call, context), optional };
}

function cacheKey(locale: string, key: string, input: object): string {
  const sorted = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([locale, key, sorted]);
}

/** Cleans HTML and the addresses of pictures once, before they are cached. */
function shown(data: object, addressOf: PictureAddress, fileOrigin: string | undefined): object {
  const pictured = withFilesOf(withOwnPictures(data, addressOf), fileOrigin);
  const { body, about } = data as { body?: Item<Kind>["body"]; about?: string };
  if (body) return { ...pictured, body: sanitize(body, addressOf) };
  if (about) return { ...pictured, about: sanitize(about, addressOf) };
  return pictured;
}

/** Drops `lang` where it says nothing: the language that was asked for, or one that the site doesn't know. */
function withForeignLanguageOnly(data: object, locale: Locale): object {
  const { lang, rows } = data as { lang?: string; rows?: object[] };
  const known = localeCodes.some((code) => code !== locale && locales[code].language === lang);
  return {
    ...data,
    ...(lang !== undefined && !known && { lang: undefined }),
    ...(rows && { rows: rows.map((row) => withForeignLanguageOnly(row, locale)) }),
  };
}

/** Attachments with the origin that their paths belong to. */
function withFilesOf(data: object, origin: string | undefined): object {
  const { attachments } = data as { attachments?: Item["attachments"] };
  if (!origin || !attachments) return data;
  const resolve = (url: string) => (URL.canParse(url, origin) ? new URL(url, origin).href : url);
  return { ...data, attachments: attachments.map((file) => ({ ...file, url: resolve(file.url) })) };
}
