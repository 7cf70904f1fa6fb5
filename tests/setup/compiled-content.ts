import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileContent } from "../../app/services/content/compile/compile.ts";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import { openContentIndex, type ContentIndex } from "../../app/services/content/embedded-api/content-index.ts";
import { testContent } from "./test-content.ts";

/**
 * Compiles the tests' content, or another folder, into a temporary folder, and opens it with this clock. Call `dispose`
 * at the end.
 */
export function compileTestContent(folder = testContent, now?: () => number): { index: ContentIndex; dispose(): void } {
  const directory = mkdtempSync(join(tmpdir(), "content-"));
  const file = join(directory, "content.sqlite");
  compileContent(readContentFolder(folder).source, file);
  const index = openContentIndex(file, now);
  return {
    index,
    dispose() {
      index.close();
      rmSync(directory, { recursive: true });
    },
  };
}
