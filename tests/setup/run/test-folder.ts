import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** Creates an empty folder that is removed at the end of the test. Must be called in a test or its `beforeEach`. */
export const createTestFolder = () => createFolder(onTestFinished);

/** Creates an empty folder that is removed after the tests of a file or `describe`. Must be called at their top. */
export const setUpTestFolder = () => createFolder(afterAll);

function createFolder(onEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "test-"));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
