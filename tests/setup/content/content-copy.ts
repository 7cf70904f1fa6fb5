import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { ContentIndex } from "#app/services/content/embedded-api/content-index.ts";
import { formatMessage } from "#app/services/content/problems/messages.ts";
import { createReadCache } from "#app/services/content/problems/read-cache.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { createTestFolder, setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { compileTestContent } from "./compiled-content.ts";
import { testContent } from "./test-content.ts";

/** Gives each test of a file a copy of the tests' content, on first use. Must be called at the top of the file. */
export function setUpContentCopy() {
  let folder: string | undefined;
  // All copies have the same path, so that only edited texts are read anew.
  const place = setUpTestFolder();
  const cache = createReadCache();
  afterEach(() => void (folder = undefined));

  function getFolder(): string {
    if (folder) return folder;
    folder = place;
    rmSync(folder, { recursive: true, force: true });
    cpSync(testContent, folder, { recursive: true });
    return folder;
  }
  const resolvePath = (file: string) => join(getFolder(), file);

  /** Reads the copy. @returns its problems in English as `file:line field message`, sorted */
  const getProblems = async () =>
    (await readContentFolder(getFolder(), undefined, { cache })).problems
      .map(
        ({ file, line, field, message }) =>
          `${file.slice(getFolder().length + 1)}:${line} ${field} ${formatMessage(message, "en")}`,
      )
      .toSorted();
  return {
    resolvePath,
    getProblems,

    /** Expects exactly these problems. @param problems whole texts, or patterns */
    async expectProblems(...problems: (string | RegExp)[]): Promise<void> {
      const expected = problems.map((one): unknown => (typeof one === "string" ? one : expect.stringMatching(one)));
      expect(await getProblems()).toEqual(expected);
    },

    /** Replaces a text, which the file must have. */
    edit(file: string, from: string | RegExp, to: string): void {
      const textBefore = readFileSync(resolvePath(file), "utf8");
      const after = textBefore.replace(from, () => to);
      expect(after, `${file} has ${from}`).not.toBe(textBefore);
      writeFileSync(resolvePath(file), after);
    },

    /** Runs `check` with the compiled copy, or with the tests' content if the test has no copy. */
    async withIndex(check: (index: ContentIndex) => unknown): Promise<void> {
      const { index, dispose } = await compileTestContent(folder);
      try {
        await check(index);
      } finally {
        dispose();
      }
    },
  };
}

/**
 * Copies the tests' content for the tests of a file or of a `describe`. Must be called at their top.
 * @param edits functions that change the texts of files
 */
export function createEditedContent(edits: Record<string, (text: string) => string> = {}): string {
  const folder = setUpTestFolder();
  cpSync(testContent, folder, { recursive: true });
  for (const [name, change] of Object.entries(edits)) {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, "utf8")));
  }
  return folder;
}

/**
 * Gives each test of a file its own copy of the public folder, as `paths.public`. Must be called at the top of the
 * file.
 */
export function setUpPublicCopy(): void {
  const original = paths.public;
  beforeEach(() => {
    paths.public = createTestFolder();
    cpSync(original, paths.public, { recursive: true });
  });
  afterEach(() => void (paths.public = original));
}
