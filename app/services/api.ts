import type { EndpointData, EndpointInput, ReadKey } from "../contract/endpoints.ts";
import { endpointOf } from "../contract/endpoints.ts";
import type { Item } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import type { Cache } from "./cache.ts";
import type { Call } from "./client.ts";
import { withOwnPictures, type PictureAddress } from "./pictures.ts";
import type { CallContext } from "./request.ts";
import { contentResource } from "./resources/content.ts";
import { siteResource } from "./resources/site.ts";
import { sanitize } from "./sanitize.ts";

/** Makes a reading call through the cache, for one visitor. */
export type Read = <K extends ReadKey>(key: K, input: EndpointInput<K>) => Promise<EndpointData<K>>;

/** What the API is made of, once a process. */
export type Services = {
  call: Call;
  cache: Cache;
  /** Where on this site the backend's pictures are. */
  addressOf: PictureAddress;
};

export type Api = ReturnType<typeof bindApi>;

/**
 * The API as loaders see it: resources bound to one visitor's language and token.
 * @param onError what a failed call is turned into before it is thrown
 */
export function bindApi(
  { call, cache, addressOf }: Services,
  context: CallContext,
  onError: (error: unknown) => unknown = (error) => error,
) {
  const read: Read = async (key, input) => {
    const load = async () => shown(await call(key, input, context), addressOf) as EndpointData<typeof key>;
    const policy = context.token ? "never" : endpointOf(key).cache;
    try {
      return await cache.read(cacheKey(context.locale, key, input), policy, load);
    } catch (error) {
      throw onError(error);
    }
  };
  return { content: contentResource(read), site: siteResource(read) };
}

function cacheKey(locale: string, key: string, input: object): string {
  const sorted = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([locale, key, sorted]);
}

/** Cleans HTML and the addresses of pictures once, before they are cached. */
function shown(data: object, addressOf: PictureAddress): object {
  const pictured = withOwnPictures(data, addressOf);
  const { body, about } = data as { body?: Item<Kind>["body"]; about?: string };
  if (body) return { ...pictured, body: sanitize(body, addressOf) };
  if (about) return { ...pictured, about: sanitize(about, addressOf) };
  return pictured;
}
