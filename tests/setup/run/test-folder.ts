import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/**
 * Creates a folder that is removed at the end of the test. Must be called in a test or its `beforeEach`.
 * @param files contents by path
 */
export function createTestFolder(files: Record<string, string> = {}): string {
  const folder = createFolder(onTestFinished);
  writeFiles(folder, files);
  return folder;
}

/** Writes files, and creates the folders that they need. @param files contents by path */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Creates an empty folder that is removed after the tests of a file or `describe`. Must be called at their top. */
export const setUpTestFolder = () => createFolder(afterAll);

function createFolder(onEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "test-"));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
