import type { Image } from "../contract/entities.ts";

/** Below this path the site serves pictures of the API's origin. */
const mediaPath = "/media";

/** Turns the address of a picture as a backend writes it into one on this site; `undefined` where it isn't the backend's. */
export type PictureAddress = (src: string) => string | undefined;

/** The embedded API's pictures are the site's own: paths stay as they are. */
export const ownPictures: PictureAddress = (src) => (isPath(src) ? src : undefined);

/**
 * Pictures of the origin of `base`: a path belongs to it, an address must name it.
 * They are served on the site's own origin, so that nothing is loaded from another.
 */
export function picturesOf(base: string): PictureAddress {
  const { origin } = new URL(base);
  return (src) => {
    if (!isPath(src) && !/^https?:\/\//i.test(src)) return undefined;
    if (!URL.canParse(src, origin)) return undefined;
    const url = new URL(src, origin);
    return url.origin === origin ? mediaPath + url.pathname + url.search : undefined;
  };
}

function isPath(src: string): boolean {
  return /^\/(?![/\\])/.test(src);
}

type WithPictures = {
  cover?: Image;
  image?: Image;
  logo?: Image;
  gallery?: Image[];
  social?: { qr?: Image }[];
  rows?: WithPictures[];
};

/** The same data with every picture's address on this site; pictures from elsewhere are left out. */
export function withOwnPictures<Data extends object>(data: Data, addressOf: PictureAddress): Data {
  const { cover, image, logo, gallery, social, rows } = data as WithPictures;
  const own = (picture: Image | undefined): Image | undefined => {
    const src = picture && addressOf(picture.src);
    return src ? { ...picture, src } : undefined;
  };
  return {
    ...data,
    ...(cover && { cover: own(cover) }),
    ...(image && { image: own(image) }),
    ...(logo && { logo: own(logo) }),
    ...(gallery && { gallery: gallery.flatMap((picture) => own(picture) ?? []) }),
    ...(social && { social: social.map((one) => ({ ...one, qr: own(one.qr) })) }),
    ...(rows && { rows: rows.map((row) => withOwnPictures(row, addressOf)) }),
  };
}
