import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { photosPath } from "#app/services/api/contract/pictures.ts";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { createIdHeaders, type RequestIds } from "#app/services/runtime/web/request-ids.ts";
import { readUpTo } from "#app/services/runtime/web/request-limits.ts";
import { getPhotoName } from "./pictures.ts";

const pictureLimits = { bytes: 10_000_000, milliseconds: 15_000 };

/** Types by signature, because the backend's `Content-Type` isn't trusted. SVG isn't listed: it may contain scripts. */
const signatures: [type: string, matches: (head: string) => boolean][] = [
  ["image/png", (head) => head.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (head) => head.startsWith("\xff\xd8\xff")],
  ["image/gif", (head) => /^GIF8[79]a/.test(head)],
  ["image/webp", (head) => /^RIFF[\s\S]{4}WEBP/.test(head)],
  ["image/avif", (head) => /^[\s\S]{4}ftypavi[fs]/.test(head)],
];

export type FetchedPicture = { type: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * @returns `undefined` if the file doesn't exist, isn't a picture, or is too large
 * @throws if the origin is unreachable or failing
 */
export async function fetchPicture(
  url: URL,
  signal: AbortSignal,
  ids: RequestIds,
): Promise<FetchedPicture | undefined> {
  const response = await httpFetch(new Request(url, { headers: createIdHeaders(ids) }), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(pictureLimits.milliseconds)]),
    redirect: "manual",
  });
  // Redirects count as failures, because their target may be a forbidden origin.
  if (response.status >= 500 || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw new Error(`the picture's server responded with ${response.status}`);
  }
  const bytes = response.ok ? await readUpTo(response.body, pictureLimits.bytes) : await response.body?.cancel();
  const type = bytes && detectPictureType(bytes);
  return bytes && type ? { type, bytes } : undefined;
}

/** @param getFolders returns the folders with photos whose names contain a hash */
export function createPhotoReader(getFolders: () => readonly string[]) {
  return async ({ pathname }: URL): Promise<FetchedPicture | undefined> => {
    const name = getPhotoName(pathname);
    if (!name) return undefined;
    const file = getFolders()
      .map((folder) => join(folder, photosPath, name))
      .find((path) => existsSync(path));
    const bytes = file && (await readFile(file).catch(() => undefined));
    const type = bytes && detectPictureType(bytes);
    return type ? { type, bytes: new Uint8Array(bytes) } : undefined;
  };
}

export function detectPictureType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return signatures.find(([, matches]) => matches(head))?.[0];
}
