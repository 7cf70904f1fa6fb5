import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { computeVersion } from "#app/services/content/files/save-files.ts";

const maxFiles = 1000;
const maxBytes = 64 * 2 ** 20;

/** Name of a field unknown to the editor, which returns it unchanged. */
const fieldName = "deskVersion";

const fieldPattern = new RegExp(`^${fieldName}: *(.*)\\n`, "m");

/** Matches a version: the hash of a text, followed by a UUID if the text was sent to an editor. */
const versionPattern = /^([0-9a-f]{40})(?:-[0-9a-f-]{36})?$/;

/**
 * Adds the version to a text for the editor, so that a save names the version that was edited. Otherwise the editor
 * would name the newest version. Lists, and texts with their fields in braces, have no place for a version.
 */
export function addVersion(path: string, text: string, sha: string): string {
  const line = `${fieldName}: ${sha}-${randomUUID()}\n`;
  const hasFields = (fields: string) => /^(?:#.*\n|[ \t]*\n)*["'\p{L}][^\n]*:/u.test(fields);
  if (!path.endsWith(".md")) return hasFields(text) ? line + text : text;
  const { matter, rest } = splitFrontMatter(text) ?? {};
  if (matter === undefined) return text;
  return `---\n${hasFields(matter) ? line : ""}${matter}---${rest}`;
}

/** Splits the editor's text into text and version. */
export function splitVersion(path: string, text: string): { text: string; version?: string } {
  const fields = path.endsWith(".md") ? splitFrontMatter(text)?.matter : text;
  const [line, version] = fieldPattern.exec(fields ?? "") ?? [];
  return line === undefined || version === undefined ? { text } : { text: text.replace(line, ""), version };
}

export type EditorVersions = ReturnType<typeof openEditorVersions>;

/** Keeps in `DATA_DIR` the latest texts that editors may have. An edit of a text that isn't kept can't be merged. */
export function openEditorVersions(dataFolder: string) {
  const root = join(dataFolder, "desk-versions");

  function write(name: string, content: Uint8Array | string): void {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    writeFileSync(join(root, `${name}.new`), content, { mode: 0o600 });
    renameSync(join(root, `${name}.new`), join(root, name));
  }

  const readFile = (name: string): Buffer | undefined =>
    existsSync(join(root, name)) ? readFileSync(join(root, name)) : undefined;

  function deleteExcess(): void {
    const files = readdirSync(root).map((name) => ({ name, stats: statSync(join(root, name)) }));
    let sum = 0;
    for (const [index, { name, stats }] of files.sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs).entries()) {
      sum += stats.size;
      if (index >= maxFiles || sum > maxBytes) rmSync(join(root, name), { force: true });
    }
  }

  return {
    /** `version`: the version in the editor's text, for which `find` returns the new text from now on. */
    keep(texts: readonly { bytes: Uint8Array; version?: string | undefined }[]): void {
      for (const { bytes, version = "" } of texts) {
        const sha = computeVersion(bytes);
        write(sha, bytes);
        if (versionPattern.test(version)) write(version, sha);
      }
      if (texts.length > 0) deleteExcess();
    },

    /**
     * Finds a text by its hash. By the version in an editor's text, finds the text that this editor saved last, or
     * otherwise loaded.
     */
    find(name: string): Buffer | undefined {
      const [, sha] = versionPattern.exec(name) ?? [];
      if (sha === undefined) return undefined;
      const latest = name === sha ? sha : (readFile(name)?.toString() ?? sha);
      const bytes = versionPattern.test(latest) ? readFile(latest) : undefined;
      // The hash is checked, because a process may have stopped while writing.
      return bytes && computeVersion(bytes) === latest ? bytes : undefined;
    },
  };
}
