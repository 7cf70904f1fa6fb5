import { createHmac, timingSafeEqual } from "node:crypto";
import type { Image } from "../contract/entities.ts";
import { mediaPath, widthParameter } from "../contract/pictures.ts";

/** Turns the address of a picture as a backend writes it into one on this site; `undefined` where it isn't the backend's. */
export type PictureAddress = (src: string) => string | undefined;

/** The embedded API's pictures are the site's own: paths stay as they are. */
export const ownPictures: PictureAddress = (src) => (isPath(src) ? src : undefined);

/** Pictures of a backend: their addresses on this site, and the way back. */
export type BackendPictures = {
  addressOf: PictureAddress;
  /**
   * The picture that an address on this site stands for, and the width that it asks for. `undefined` for an address that
   * the site hasn't made.
   * @param target path and query
   */
  resolve(target: { pathname: string; search: string }): { original: URL; width: string | undefined } | undefined;
};

/**
 * Pictures of the origin of `base`, to which a path belongs, and of further origins, which an address must name. They are
 * served on the site's own origin, so that nothing is loaded from another. An address carries a signature: nobody can have
 * anything else of these origins asked for.
 * @param key of the signatures
 */
export function createBackendPictures(
  base: string,
  key: string,
  furtherOrigins: readonly string[] = [],
): BackendPictures {
  const { origin } = new URL(base);
  const isKnown = (url: URL) => url.origin === origin || furtherOrigins.includes(url.origin);

  function addressOf(src: string): string | undefined {
    if (!isPath(src) && !/^https?:\/\//i.test(src)) return undefined;
    const url = URL.canParse(src, origin) ? new URL(src, origin) : undefined;
    if (!url || !isKnown(url)) return undefined;
    const place = url.origin === origin ? "" : `/${further(url.origin)}`;
    const query = url.search ? `${url.search}&` : "?";
    return `${mediaPath}${place}${url.pathname}${query}${signatureParameter}=${signatureOf(url, key)}`;
  }

  /** The address of a picture at its own origin, from the part behind `/media` of the path on this site. */
  function originalAt(path: string, search: string): URL | undefined {
    const place = furtherOrigins.find((one) => path.startsWith(`/${further(one)}/`));
    const own = place ? path.slice(further(place).length + 1) : path;
    const text = own + search;
    return isPath(text) && URL.canParse(text, place ?? origin) ? new URL(text, place ?? origin) : undefined;
  }

  return {
    addressOf,
    resolve({ pathname, search }) {
      const added = addedToQuery.exec(search);
      if (!added) return undefined;
      const original = originalAt(pathname.slice(mediaPath.length), search.slice(0, added.index));
      // One spelling, the one that the site has given out.
      const given = pathname + search.slice(0, added.index) + added[1];
      return original && isEqual(addressOf(original.href) ?? "", given) ? { original, width: added[2] } : undefined;
    },
  };
}

const signatureParameter = "s";

/** What the site adds to the query of a picture: a signature, and behind it the width that is asked for. */
const addedToQuery = new RegExp(`((?:^\\?|&)${signatureParameter}=[\\w-]{22})(?:&${widthParameter}=(\\d+))?$`);

function signatureOf({ origin, pathname, search }: URL, key: string): string {
  return createHmac("sha256", key)
    .update(origin + pathname + search)
    .digest("base64url")
    .slice(0, 22);
}

/** In a time that tells nothing of where they differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** How a further origin is named in a path: `@https:cdn.example`. */
function further(origin: string): string {
  return `@${origin.replace("//", "")}`;
}

function isPath(src: string): boolean {
  return /^\/(?![/\\])/.test(src);
}

type WithPictures = {
  cover?: Image;
  image?: Image;
  logo?: Image;
  sharePicture?: Image;
  gallery?: Image[];
  social?: { qr?: Image }[];
  rows?: WithPictures[];
};

/** The same data with every picture's address on this site; pictures from elsewhere are left out. */
export function withOwnPictures<Data extends object>(data: Data, addressOf: PictureAddress): Data {
  const { cover, image, logo, sharePicture, gallery, social, rows } = data as WithPictures;
  const own = (picture: Image | undefined): Image | undefined => {
    const src = picture && addressOf(picture.src);
    return src ? { ...picture, src } : undefined;
  };
  return {
    ...data,
    ...(cover && { cover: own(cover) }),
    ...(image && { image: own(image) }),
    ...(logo && { logo: own(logo) }),
    ...(sharePicture && { sharePicture: own(sharePicture) }),
    ...(gallery && { gallery: gallery.flatMap((picture) => own(picture) ?? []) }),
    ...(social && { social: social.map((one) => ({ ...one, qr: own(one.qr) })) }),
    ...(rows && { rows: rows.map((row) => withOwnPictures(row, addressOf)) }),
  };
}
