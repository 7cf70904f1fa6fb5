import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { compileContent } from "#app/services/content/compile/compile.ts";
import { readContentFolder } from "#app/services/content/files/content-folder.ts";
import { openContentIndex, type ContentIndex } from "#app/services/content/embedded-api/content-index.ts";
import { testContent } from "./test-content.ts";

let compiledTestContent: string | undefined;

const directories: string[] = [];
process.once("exit", () => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

/** Compiles the tests' content, once in a process, or another folder. @returns the file */
export async function compileFolder(folder = testContent): Promise<string> {
  if (folder === testContent && compiledTestContent) return compiledTestContent;
  const directory = mkdtempSync(join(tmpdir(), "content-"));
  directories.push(directory);
  const file = join(directory, "content.sqlite");
  compileContent((await readContentFolder(folder)).source, file);
  if (folder === testContent) compiledTestContent = file;
  return file;
}

/** Compiles the tests' content, or another folder, and opens it with this clock. Call `dispose` at the end. */
export async function compileTestContent(
  folder = testContent,
  now?: () => number,
): Promise<{ index: ContentIndex; dispose(): void }> {
  const index = openContentIndex(await compileFolder(folder), { now });
  return { index, dispose: () => index.close() };
}

/** Opens the same for the tests of a file or of a `describe`. Must be called at their top. */
export async function setUpTestIndex(...options: Parameters<typeof compileTestContent>): Promise<ContentIndex> {
  const { index, dispose } = await compileTestContent(...options);
  afterAll(dispose);
  return index;
}
