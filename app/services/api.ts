import type { EndpointData, EndpointInput, ReadKey } from "../contract/endpoints.ts";
import { endpointOf } from "../contract/endpoints.ts";
import type { Item } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import type { Cache } from "./cache.ts";
import type { Call } from "./client.ts";
import type { CallContext } from "./request.ts";
import { contentResource } from "./resources/content.ts";
import { siteResource } from "./resources/site.ts";
import { sanitize } from "./sanitize.ts";

/** Makes a reading call through the cache, for one visitor. */
export type Read = <K extends ReadKey>(key: K, input: EndpointInput<K>) => Promise<EndpointData<K>>;

export type Api = ReturnType<typeof bindApi>;

/**
 * The API as loaders see it: resources bound to one visitor's language and token.
 * @param onError what a failed call is turned into before it is thrown
 */
export function bindApi(
  { call, cache }: { call: Call; cache: Cache },
  context: CallContext,
  onError: (error: unknown) => unknown = (error) => error,
) {
  const read: Read = async (key, input) => {
    const load = async () => sanitized(await call(key, input, context)) as EndpointData<typeof key>;
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

/** Cleans the HTML fields once, before they are cached. */
function sanitized(data: object): object {
  const html = data as { body?: Item<Kind>["body"]; about?: string };
  if (html.body) return { ...data, body: sanitize(html.body) };
  if (html.about) return { ...data, about: sanitize(html.about) };
  return data;
}
