import { join } from "node:path";
import { z } from "zod";
import { openJsonList } from "#app/services/runtime/parse-json.ts";

export const versionSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Maximum versions kept. Only the latest version of each item is needed, so the oldest versions are dropped. */
const maxVersions = 5000;

export function openConfirmedTranslations(dataFolder: string) {
  const versions = openJsonList(join(dataFolder, "confirmed-translations.json"), versionSchema);
  return {
    list: versions.read,
    add: (version: string): void => versions.write([version, ...versions.read()].slice(0, maxVersions)),
  };
}
