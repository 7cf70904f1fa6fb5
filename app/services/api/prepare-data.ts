import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import type { Image, Item } from "./contract/entities.ts";
import type { GetPictureAddress } from "./contract/pictures.ts";
import { removeUndefined } from "./contract/remove-undefined.ts";
import { sanitize } from "./sanitize.ts";

type Options = { locale: Locale; getAddress: GetPictureAddress; fileOrigin: string | undefined };

/** Sanitises HTML and rewrites URLs once, before the response is cached. */
export function prepareData(data: object, { locale, getAddress, fileOrigin }: Options): object {
  const localizedData = resolveFiles(localizePictures(data, getAddress), fileOrigin);
  const { body, about } = data as { body?: string; about?: string };
  return removeUndefined(
    dropRedundantLanguage(
      {
        ...localizedData,
        ...(body && { body: sanitize(body, getAddress) }),
        ...(about && { about: sanitize(about, getAddress) }),
      },
      locale,
    ),
  );
}

/** Removes `lang` if it is the requested language or an unknown one. */
function dropRedundantLanguage(data: object, locale: Locale): object {
  const { lang, rows } = data as { lang?: string; rows?: object[] };
  const isKnownForeign = localeCodes.some((code) => code !== locale && locales[code].language === lang);
  return {
    ...data,
    ...(lang !== undefined && !isKnownForeign && { lang: undefined }),
    ...(rows && { rows: rows.map((row) => dropRedundantLanguage(row, locale)) }),
  };
}

function resolveFiles(data: object, origin: string | undefined): object {
  const { attachments, certificate } = data as { attachments?: Item["attachments"]; certificate?: { url: string } };
  if (!origin) return data;
  const resolve = (url: string) => (URL.canParse(url, origin) ? new URL(url, origin).href : url);
  return {
    ...data,
    ...(attachments && { attachments: attachments.map((file) => ({ ...file, url: resolve(file.url) })) }),
    ...(certificate && { certificate: { ...certificate, url: resolve(certificate.url) } }),
  };
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

/** Rewrites pictures to the site's URLs, and drops pictures that the site can't serve. */
export function localizePictures<Data extends object>(data: Data, getAddress: GetPictureAddress): Data {
  const { gallery, social, rows, ...others } = data as WithPictures;
  const localize = (picture: Image | undefined): Image | undefined => {
    const src = picture && getAddress(picture.src);
    return src ? { ...picture, src } : undefined;
  };
  const singlePictures = (["cover", "image", "logo", "sharePicture"] as const)
    .filter((name) => others[name])
    .map((name) => [name, localize(others[name])]);
  return {
    ...data,
    ...Object.fromEntries(singlePictures),
    ...(gallery && { gallery: gallery.flatMap((picture) => localize(picture) ?? []) }),
    ...(social && { social: social.map((link) => ({ ...link, qr: localize(link.qr) })) }),
    ...(rows && { rows: rows.map((row) => localizePictures(row, getAddress)) }),
  };
}
