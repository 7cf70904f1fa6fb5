import { plateSize } from "../../api/contract/pictures.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { Herb } from "../files/content-source.ts";
import { getAlt, normalizeReference, type PhotoDescriptions } from "../photos/item-photos.ts";
import { createPhotoImage, getPlatePath, type ItemPhotos } from "../photos/photo.ts";

export function createImage(
  name: string,
  photos: ItemPhotos,
  alt: PhotoDescriptions,
  herbs: ReadonlyMap<string, Herb>,
  locale: Locale,
) {
  const photo = photos.get(normalizeReference(name));
  if (photo) return { ...createPhotoImage(photo), alt: getAlt(alt, name) };
  const description = herbs.has(name) ? getHerbName(herbs, name, locale) : getAlt(alt, name);
  return { src: getPlatePath(name), ...plateSize, alt: description };
}

export function getHerbName(herbs: ReadonlyMap<string, Herb>, id: string, locale: Locale): string {
  const names = herbs.get(id)?.names ?? {};
  return names[locale] ?? localeCodes.map((code) => names[code]).find(Boolean) ?? id;
}
