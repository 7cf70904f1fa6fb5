import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { readContentFolder } from "../../app/embedded-api/content-folder.ts";
import { importProducts } from "../../app/embedded-api/importing/import-products.ts";

/** The day on which tables are imported. */
export const today = "2026-11-20";

/** A folder for each test of a file, to import tables in: into a copy of the content, or for a trial into what is there. */
export function importTrial() {
  // Each reads or copies the whole content: slow where the machine is shared.
  vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "import-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  // Read once, as long as a test has no copy of its own.
  const original = readContentFolder("content");
  const inFolder = (name: string) => join(folder, name);
  const inContent = (name = "") => join(folder, "content", name);
  return {
    /** The path of a file beside the content. */
    inFolder,
    /** The path of a file in the copy of the content. */
    inContent,
    save(name: string, data: string | Uint8Array): string {
      writeFileSync(inFolder(name), data);
      return inFolder(name);
    },
    /** A copy of the content, for a test that changes it. */
    copyContent,
    run(file: string, isWriting = false) {
      if (isWriting) copyContent();
      const of = existsSync(inContent()) ? { root: inContent() } : { root: "content", read: () => original };
      return importProducts(file, { ...of, isWriting, today });
    },
  };

  function copyContent(): void {
    if (!existsSync(inContent())) cpSync("content", inContent(), { recursive: true });
  }
}
