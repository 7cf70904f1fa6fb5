import { hash as computeHash } from "node:crypto";
import { join, relative, sep } from "node:path";
import { z } from "zod";
import type { Problem } from "#app/services/content/problems/problem.ts";
import { isFile } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { openJsonList } from "#app/services/runtime/parse-json.ts";

export const versionSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Maximum versions kept. Only the latest version of each text is needed, so the oldest versions are dropped. */
const maxVersions = 5000;

/** Opens the list of texts that a person has confirmed, of outdated translations and of remarks. */
export function openConfirmations(dataFolder: string) {
  const versions = openJsonList(join(dataFolder, "confirmed-translations.json"), versionSchema);
  return {
    list: versions.read,
    add: (version: string): void => versions.write([version, ...versions.read()].slice(0, maxVersions)),
  };
}

/** Returns the remarks that nobody has confirmed for the same text, with the version to confirm. */
export function selectUnconfirmed(
  root: string,
  remarks: readonly Problem[],
  confirmed: ReadonlySet<string>,
): Problem[] {
  return remarks
    .map((remark) => {
      const { file, field, message, sentence = isFile(file) ? hashFile(file) : "" } = remark;
      const path = relative(root, file).split(sep).join("/");
      return { ...remark, version: computeHash("sha256", JSON.stringify([path, field, message, sentence])) };
    })
    .filter(({ version }) => !confirmed.has(version));
}
