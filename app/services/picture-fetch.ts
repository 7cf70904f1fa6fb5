import { httpFetch } from "../platform/http-fetch.ts";
import { readUpTo } from "../platform/read-body.ts";

/** Most bytes of a picture, and milliseconds that it may take. */
const limits = { bytes: 10_000_000, milliseconds: 15_000 };

/** How files of these types begin: what a backend says of a file isn't believed. SVG isn't among them: it can hold scripts. */
const signatures: [type: string, matches: (head: string) => boolean][] = [
  ["image/png", (head) => head.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (head) => head.startsWith("\xff\xd8\xff")],
  ["image/gif", (head) => /^GIF8[79]a/.test(head)],
  ["image/webp", (head) => /^RIFF[\s\S]{4}WEBP/.test(head)],
  ["image/avif", (head) => /^[\s\S]{4}ftypavi[fs]/.test(head)],
];

export type Picture = { type: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * Fetches a picture; `undefined` for what isn't there, isn't a picture, or is too large.
 * @param requestId of the request that it is fetched for
 * @throws where the origin can't be reached, or has no answer now
 */
export async function fetchPicture(url: URL, signal: AbortSignal, requestId: string): Promise<Picture | undefined> {
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  const timer = setTimeout(() => limit.abort(new Error("the picture took too long")), limits.milliseconds);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    const response = await httpFetch(new Request(url, { headers: { "X-Request-Id": requestId } }), {
      signal: limit.signal,
      redirect: "manual",
    });
    // Answers of an origin that sends elsewhere are no answers: nothing is loaded from where it isn't allowed.
    if (response.status >= 500 || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    const bytes = response.ok ? await readUpTo(response.body, limits.bytes) : await response.body?.cancel();
    const type = bytes && pictureType(bytes);
    return bytes && type ? { type, bytes } : undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** The type of a picture by its first bytes; `undefined` for anything else. */
export function pictureType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return signatures.find(([, matches]) => matches(head))?.[0];
}
