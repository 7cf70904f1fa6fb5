import { createHmac } from "node:crypto";
import {
  mediaPath,
  photoNamePattern,
  photosPath,
  widthParameter,
  type GetPictureAddress,
} from "#app/services/api/contract/pictures.ts";
import { isEqualInConstantTime } from "#app/services/runtime/constant-time.ts";

export type PictureAddresses = {
  getAddress: GetPictureAddress;
  /** @returns `undefined` if the site didn't create the URL */
  resolve(target: { pathname: string; search: string }): { original: URL; width: string | undefined } | undefined;
};

/** Origin of the owner's photos' URLs, never contacted. */
const photoOrigin = "http://photos.invalid";

/**
 * Returns the address that resizes a photo. Returns the path of any other picture unchanged.
 * @returns `undefined` if `src` isn't a path
 */
export const getEmbeddedPictureAddress: GetPictureAddress = (src) => {
  if (!isPath(src)) return undefined;
  return getPhotoName(src) ? `${mediaPath}${src}` : src;
};

/** Addresses of the owner's photos. They need no signature, because a photo's name contains a hash. */
export const embeddedApiPictures: PictureAddresses = {
  getAddress: getEmbeddedPictureAddress,
  resolve({ pathname, search }) {
    const path = pathname.startsWith(`${mediaPath}/`) ? pathname.slice(mediaPath.length) : "";
    const match = widthQueryPattern.exec(search);
    return match && getPhotoName(path) ? { original: new URL(path, photoOrigin), width: match[1] } : undefined;
  },
};

export function getPhotoName(path: string): string | undefined {
  const name = path.startsWith(`${photosPath}/`) ? path.slice(photosPath.length + 1) : "";
  return photoNamePattern.test(name) ? name : undefined;
}

/** Matches a photo's query: empty, or the requested width. */
const widthQueryPattern = new RegExp(`^(?:\\?${widthParameter}=(\\d+))?$`);

/**
 * Creates and resolves addresses of a backend's pictures. A path belongs to the origin of `base`. Addresses are signed,
 * so that the site fetches nothing else.
 */
export function createBackendPictures(
  base: string,
  key: string,
  furtherOrigins: readonly string[] = [],
): PictureAddresses {
  const { origin } = new URL(base);
  const isAllowed = (url: URL) => url.origin === origin || furtherOrigins.includes(url.origin);

  function getAddress(src: string): string | undefined {
    if (!isPath(src) && !/^https?:\/\//i.test(src)) return undefined;
    const url = URL.parse(src, origin);
    // A backend's SVGs aren't served, because they may contain scripts.
    if (!url || !isAllowed(url) || /\.svgz?$/i.test(url.pathname)) return undefined;
    const originPrefix = url.origin === origin ? "" : `/${formatOrigin(url.origin)}`;
    const query = url.search ? `${url.search}&` : "?";
    return `${mediaPath}${originPrefix}${url.pathname}${query}${signatureParameter}=${signUrl(url, key)}`;
  }

  /** @param path the part after `/media` */
  function findOriginal(path: string, search: string): URL | undefined {
    const matchingOrigin = furtherOrigins.find((allowedOrigin) => path.startsWith(`/${formatOrigin(allowedOrigin)}/`));
    const pathOnOrigin = matchingOrigin ? path.slice(formatOrigin(matchingOrigin).length + 1) : path;
    const text = pathOnOrigin + search;
    return isPath(text) ? (URL.parse(text, matchingOrigin ?? origin) ?? undefined) : undefined;
  }

  return {
    getAddress,
    resolve({ pathname, search }) {
      const match = signatureAndWidthPattern.exec(search);
      if (!match) return undefined;
      const original = findOriginal(pathname.slice(mediaPath.length), search.slice(0, match.index));
      // Only the spelling that the site created is valid.
      const target = pathname + search.slice(0, match.index) + match[1];
      return original && isEqualInConstantTime(getAddress(original.href) ?? "", target)
        ? { original, width: match[2] }
        : undefined;
    },
  };
}

const signatureParameter = "s";

/** Matches the query parameters that the site adds: signature, then requested width. */
const signatureAndWidthPattern = new RegExp(
  `((?:^\\?|&)${signatureParameter}=[\\w-]{22})(?:&${widthParameter}=(\\d+))?$`,
);

function signUrl({ origin, pathname, search }: URL, key: string): string {
  return createHmac("sha256", key)
    .update(origin + pathname + search)
    .digest("base64url")
    .slice(0, 22);
}

/** Formats a further origin as part of a path, for example `@https:cdn.example`. */
function formatOrigin(origin: string): string {
  return `@${origin.replace("//", "")}`;
}

function isPath(src: string): boolean {
  return /^\/(?![/\\])/.test(src);
}
