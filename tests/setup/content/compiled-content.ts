import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { RenderedPages } from "#app/services/api/contract/pdf-pages.ts";
import { compileContent } from "#app/services/content/compile/compile.ts";
import { openContentIndex, type ContentIndex } from "#app/services/content/embedded-api/content-index.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { testContent } from "./test-content.ts";

let compiledTestContent: string | undefined;

const directories: string[] = [];
process.once("exit", () => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

/**
 * Compiles a content folder. Compiles the tests' content only once in a process.
 * @param renderedPages pages of every PDF
 * @returns the index file
 */
export async function compileFolder(folder = testContent, renderedPages?: RenderedPages): Promise<string> {
  const isShared = folder === testContent && !renderedPages;
  if (isShared && compiledTestContent) return compiledTestContent;
  const directory = mkdtempSync(join(tmpdir(), "content-"));
  directories.push(directory);
  const file = join(directory, "content.sqlite");
  const { source, pdfs } = await readContentFolder(folder);
  for (const { attachment } of pdfs) Object.assign(attachment, renderedPages);
  compileContent(source, file);
  if (isShared) compiledTestContent = file;
  return file;
}

/** Compiles the tests' content, or another folder, and opens it with the clock `now`. Call `dispose` at the end. */
export async function compileTestContent(
  folder = testContent,
  now?: () => number,
): Promise<{ index: ContentIndex; dispose(): void }> {
  const index = openContentIndex(await compileFolder(folder), { now });
  return { index, dispose: () => index.close() };
}

/** Opens compiled content for the tests of a file or of a `describe`. Must be called at their top. */
export async function setUpTestIndex(...options: Parameters<typeof compileTestContent>): Promise<ContentIndex> {
  const { index, dispose } = await compileTestContent(...options);
  afterAll(dispose);
  return index;
}
