import { plateSize } from "../../api/contract/pictures.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { Herb } from "../files/content-source.ts";
import { getAlt, normalizeReference, type ItemPhotos, type PhotoDescriptions } from "../photos/item-photos.ts";
import { createPhotoImage, getPlatePath } from "../photos/photo.ts";

/** Returns the photo with this name, or the plate of the herb with this id. */
export function createImage(
  name: string,
  photos: ItemPhotos,
  alt: PhotoDescriptions,
  herbs: ReadonlyMap<string, Herb>,
  locale: Locale,
) {
  const photo = photos.get(normalizeReference(name));
  return photo ? { ...createPhotoImage(photo), alt: getAlt(alt, name) } : createPlateImage(name, herbs, locale);
}

/** Returns the plate of a herb with its name as the description. */
function createPlateImage(herb: string, herbs: ReadonlyMap<string, Herb>, locale: Locale) {
  return { src: getPlatePath(herb), ...plateSize, alt: getHerbName(herbs, herb, locale) };
}

/** Returns the name of a herb in a language, else in another one, else its id. */
export function getHerbName(herbs: ReadonlyMap<string, Herb>, id: string, locale: Locale): string {
  const names = herbs.get(id)?.names ?? {};
  return names[locale] ?? localeCodes.map((code) => names[code]).find(Boolean) ?? id;
}
