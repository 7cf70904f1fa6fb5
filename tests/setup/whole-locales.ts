import { existsSync } from "node:fs";
import { localeCodes } from "../../app/i18n/locales.ts";

/** Locales in which all content is to be there: those that the settings are in. A further one may come bit by bit. */
export const wholeLocales = localeCodes.filter((code) => existsSync(`content/settings/${code}.yaml`));

/** Of missing translations, as the checks of the content list them, those into these locales. */
export function missingInWhole(missingTranslations: readonly string[]): string[] {
  const files = wholeLocales.flatMap((code) => [`/${code}.yaml`, `/${code}.md`]);
  return missingTranslations.filter((missing) => files.some((file) => missing.replaceAll("\\", "/").includes(file)));
}
