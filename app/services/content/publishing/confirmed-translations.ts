import { join } from "node:path";
import { z } from "zod";
import { openJsonList } from "../../runtime/parse-json.ts";

/** Schema of `OutdatedTranslation.version`. */
export const versionSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Number of versions that are kept. Of an item only the last one counts. */
const maxVersions = 5000;

/** Opens the list of the translations that a person has confirmed as they are, in a file of `DATA_DIR`. */
export function openConfirmedTranslations(dataFolder: string) {
  const versions = openJsonList(join(dataFolder, "confirmed-translations.json"), versionSchema);
  return {
    list: versions.read,
    add: (version: string): void => versions.write([version, ...versions.read()].slice(0, maxVersions)),
  };
}
