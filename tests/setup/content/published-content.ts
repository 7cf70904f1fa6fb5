import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { publishContent } from "#app/services/content/publish/publish-content.ts";
import { openReleaseFolder, type ReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { createReleaseStore, type PublishingStores } from "#app/services/content/releases/release-store.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { createTestFolder, setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { testContent } from "./test-content.ts";

type PublishedContent = { publisher: PublishingStores; releases: ReleaseFolder };

/**
 * Publishes the tests' content once. Each test of the file gets a copy of content, public files and release.
 * @param onOpen receives the copy before its test
 */
export function setUpPublishedContent(onOpen: (published: PublishedContent) => void): void {
  const originalPublic = paths.public;
  const base = setUpTestFolder();

  function open(folder: string): PublishedContent {
    paths.public = join(folder, "public");
    const releases = openReleaseFolder(join(folder, "data"));
    return { publisher: { content: join(folder, "content"), releases: createReleaseStore(releases) }, releases };
  }

  beforeAll(async () => {
    cpSync(testContent, join(base, "content"), { recursive: true });
    // The plates are left out, because compressing them is slow.
    const isPlate = (file: string) => file.startsWith(join(originalPublic, "plates"));
    cpSync(originalPublic, join(base, "public"), { recursive: true, filter: (file) => !isPlate(file) });
    const { publisher, releases } = open(base);
    (await releases.lock("test")).release();
    expect((await publishContent(publisher, { by: "test" })).outcome).toBe("published");
  });
  beforeEach(() => {
    const copy = createTestFolder();
    cpSync(base, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    onOpen(open(copy));
  });
  afterAll(() => void (paths.public = originalPublic));
}
