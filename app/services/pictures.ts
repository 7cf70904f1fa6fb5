import type { Image } from "../contract/entities.ts";
import { mediaPath } from "../contract/pictures.ts";

/** Turns the address of a picture as a backend writes it into one on this site; `undefined` where it isn't the backend's. */
export type PictureAddress = (src: string) => string | undefined;

/** The embedded API's pictures are the site's own: paths stay as they are. */
export const ownPictures: PictureAddress = (src) => (isPath(src) ? src : undefined);

/**
 * Pictures of the origin of `base`, to which a path belongs, and of further origins, which an address must name.
 * They are served on the site's own origin, so that nothing is loaded from another.
 */
export function picturesOf(base: string, furtherOrigins: readonly string[] = []): PictureAddress {
  const { origin } = new URL(base);
  return (src) => {
    if (!isPath(src) && !/^https?:\/\//i.test(src)) return undefined;
    if (!URL.canParse(src, origin)) return undefined;
    const url = new URL(src, origin);
    if (url.origin === origin) return mediaPath + url.pathname + url.search;
    const isKnown = furtherOrigins.includes(url.origin);
    return isKnown ? `${mediaPath}/${further(url.origin)}${url.pathname}${url.search}` : undefined;
  };
}

/**
 * The address of a picture at its own origin, from the part behind `/media/` of the one on this site.
 * @returns `undefined` for one that leads anywhere else
 */
export function originalOf(rest: string, base: string, furtherOrigins: readonly string[] = []): URL | undefined {
  const origin =
    furtherOrigins.find((one) => rest.startsWith(`${further(one)}/`)) ?? (rest.startsWith("@") ? undefined : base);
  if (!origin) return undefined;
  const path = origin === base ? `/${rest}` : rest.slice(further(origin).length);
  const url = isPath(path) && URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  return url?.origin === new URL(origin).origin ? url : undefined;
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
