import { createReadStream, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defaultLocale, localeCodes } from "#app/i18n/locales.ts";
import { hasUnknownFormat, resolveContentPath } from "#app/services/content/files/content-path.ts";
import { computeVersion, createVersionHash } from "#app/services/content/files/save-files.ts";
import { listFilesInTurns } from "#app/services/runtime/folders.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { openJsonList } from "#app/services/runtime/parse-json.ts";

/** Path of the content folder within the editor's repository. */
export const contentPrefix = "content/";

/** Thrown if a change is refused. `reason`: key of one of the desk's messages. */
export class RefusedChangeError extends Error {
  override name = "RefusedChangeError";
  readonly reason:
    "path" | "format" | "name" | "rename" | "stale" | "text" | "picture" | "pdf" | "size" | "pixels" | "long";
  readonly path: string;

  constructor(reason: RefusedChangeError["reason"], path: string, options?: ErrorOptions) {
    super(`${reason}: ${path}`, options);
    this.reason = reason;
    this.path = path;
  }
}

export type ContentFiles = ReturnType<typeof openContentFiles>;

const versionSchema = z.object({ file: z.string(), stamp: z.string(), sha: z.string() });

/** Version of a text that doesn't exist yet. */
export const noTextVersion = computeVersion(Buffer.alloc(0));

/**
 * Lists the texts that items lack, as empty files: in the editor, a language without a text would vanish from the form
 * after a failed save.
 */
function listMissingTexts(names: readonly string[]) {
  const known = new Set(names);
  const firstText = `/index.${defaultLocale}.md`;
  return names
    .filter((name) => name.endsWith(firstText))
    .flatMap((name) => localeCodes.map((code) => `${name.slice(0, -firstText.length)}/index.${code}.md`))
    .filter((name) => !known.has(name))
    .map((name) => ({ path: contentPrefix + name, sha: noTextVersion, size: 0, time: 0, type: "blob" as const }));
}

/** @throws RefusedChangeError for a forbidden path */
export function readContentFile(root: string, path: string): Buffer | undefined {
  const name = path.startsWith(contentPrefix) ? path.slice(contentPrefix.length) : "";
  const file = resolveContentPath(root, name);
  if (!file) throw new RefusedChangeError(hasUnknownFormat(name) ? "format" : "path", path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
}

/** Number of newly read files after which versions are saved. */
const minUnsavedVersions = 200;

/**
 * Opens the content folder for the editor.
 * @param dataFolder folder of saved versions, so that a start needn't read all files
 */
export function openContentFiles(root: string, dataFolder: string) {
  const storedVersions = openJsonList(join(dataFolder, "file-versions.json"), versionSchema);
  const known = new Map(storedVersions.read().map((version) => [version.file, version]));
  let unsavedCount = 0;

  /** Saves the versions, if enough are unsaved. After a restart, unsaved versions are computed from the files. */
  function saveVersions(): void {
    if (unsavedCount < minUnsavedVersions) return;
    unsavedCount = 0;
    storedVersions.tryToWrite([...known.values()]);
  }

  async function readVersion(file: string): Promise<{ sha: string; size: number; time: number }> {
    const { size, mtimeMs, ctimeMs } = await stat(file);
    const stamp = `${size} ${mtimeMs} ${ctimeMs}`;
    const entry = known.get(file);
    if (entry?.stamp === stamp) return { sha: entry.sha, size, time: ctimeMs };
    const sum = createVersionHash(size);
    for await (const bytes of createReadStream(file)) sum.update(bytes as Buffer);
    const sha = sum.digest("hex");
    known.set(file, { file, stamp, sha });
    unsavedCount++;
    return { sha, size, time: ctimeMs };
  }

  async function list() {
    const names = await listFilesInTurns(root);
    const entries = await mapInBatches(names, async (name) => {
      const file = resolveContentPath(root, name);
      // A file may be deleted meanwhile.
      const version = file && (await readVersion(file).catch(() => undefined));
      return version ? [{ path: contentPrefix + name, ...version, type: "blob" as const }] : [];
    });
    saveVersions();
    return [...entries.flat(), ...listMissingTexts(names)];
  }

  return { list, read: (path: string) => readContentFile(root, path) };
}
