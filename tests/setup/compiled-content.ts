import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileContent } from "../../app/embedded-api/compile.ts";
import { readContentFolder } from "../../app/embedded-api/content-folder.ts";
import { openContentIndex, type ContentIndex } from "../../app/embedded-api/content-index.ts";

/** The site's own content, compiled into a folder of its own, read by any clock. Call `dispose` when done. */
export function compiledContent(folder = "content", now?: () => number): { index: ContentIndex; dispose(): void } {
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
