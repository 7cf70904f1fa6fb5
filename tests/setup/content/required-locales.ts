import { existsSync } from "node:fs";
import { join } from "node:path";
import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import { testContent } from "./test-content.ts";

/** Returns the locales that a content folder must cover: those with settings. Other locales may be incomplete. */
export function listRequiredLocales(folder: string): Locale[] {
  return localeCodes.filter((code) => existsSync(join(folder, "settings", `${code}.yaml`)));
}

/** Filters the content check's missing translations: returns those in locales that the folder must cover. */
export function filterMissing(missingTranslations: readonly string[], folder = testContent): string[] {
  const files = listRequiredLocales(folder).flatMap((code) => [`/${code}.yaml`, `/index.${code}.md`, ` (${code})`]);
  return missingTranslations.filter((translation) =>
    files.some((file) => translation.replaceAll("\\", "/").includes(file)),
  );
}
