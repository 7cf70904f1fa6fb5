import { z } from "zod";
import { httpFetch } from "../../runtime/http-fetch.ts";
import { readUpTo } from "../../../http/read-body.ts";
import { parseRetryAfter } from "../../../http/retry-after.ts";
import type { Environment } from "../../runtime/environment.ts";

const timeoutMs = 10_000;

const maxResponseBytes = 64 * 1024;

/** Result of a purge call. `retryAfter` is in milliseconds. */
export type PurgeResult = { isPurged: true } | { isPurged: false; message: string; retryAfter?: number | undefined };

/** A CDN that removes the pages with certain tags. */
export type Cdn = {
  /** Maximum number of tags in a call. */
  maxTags: number;
  /** Removes all pages with one of these tags. It may be repeated. */
  purge(tags: readonly string[]): Promise<PurgeResult>;
};

type Api = {
  maxTags: number;
  createRequest(url: string, token: string | undefined, tags: readonly string[]): Request;
  /** Whether a response with status 2xx reports success in its body, too. */
  isSuccess?(body: string): boolean;
};

/** The purge calls, by the value of `CDN_PURGE`. */
const apis: Record<Environment["CDN_PURGE"], Api> = {
  // https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags: 30 tags a call, in newer accounts 100.
  cloudflare: {
    maxTags: 30,
    createRequest: (url, token, tags) => createJsonRequest(url, { tags }, { Authorization: `Bearer ${token}` }),
    isSuccess: (body) => cloudflareSchema.safeParse(parseJson(body)).success,
  },
  // https://www.fastly.com/documentation/reference/api/purging: 256 keys a call.
  fastly: {
    maxTags: 256,
    createRequest: (url, token, tags) => createJsonRequest(url, { surrogate_keys: tags }, { "Fastly-Key": token! }),
  },
  // For deploy/varnish. Even 20 tags of the maximum length fit into a header of 8 KB.
  plain: {
    maxTags: 20,
    createRequest: (url, token, tags) =>
      new Request(url, {
        method: "PURGE",
        headers: { "Surrogate-Key": tags.join(" "), ...(token && { Authorization: `Bearer ${token}` }) },
      }),
  },
};

const cloudflareSchema = z.object({ success: z.literal(true) });

/** Creates the CDN of the environment; `undefined` without `CDN_PURGE_URL`. Several addresses get every purge. */
export function createCdn({ CDN_PURGE, CDN_PURGE_URL, CDN_PURGE_TOKEN }: Environment): Cdn | undefined {
  if (!CDN_PURGE_URL) return undefined;
  const api = apis[CDN_PURGE];
  return {
    maxTags: api.maxTags,
    async purge(tags) {
      const results = await Promise.all(
        CDN_PURGE_URL.map((url) => call(api, api.createRequest(url, CDN_PURGE_TOKEN, tags))),
      );
      return results.find(({ isPurged }) => !isPurged) ?? { isPurged: true };
    },
  };
}

async function call(api: Api, request: Request): Promise<PurgeResult> {
  try {
    const response = await httpFetch(request, { signal: AbortSignal.timeout(timeoutMs) });
    const body = (await readUpTo(response.body, maxResponseBytes))?.toString("utf8") ?? "";
    if (response.ok && (api.isSuccess?.(body) ?? true)) return { isPurged: true };
    const retryAfter = parseRetryAfter(response.headers.get("Retry-After")) || undefined;
    return { isPurged: false, message: `status ${response.status}`, retryAfter };
  } catch (error) {
    return { isPurged: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function createJsonRequest(url: string, body: object, headers: Record<string, string>): Request {
  const allHeaders = { "Content-Type": "application/json", Accept: "application/json", ...headers };
  return new Request(url, { method: "POST", body: JSON.stringify(body), headers: allHeaders });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
