import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { indexVersion } from "../compile/index-version.ts";
import { openReleaseFolder, type ReleaseFolder } from "./release-folder.ts";
import type { Release } from "./release.ts";
import { hashCompiler, hashFolder, hashFolderTimes, readPublishedFiles } from "./fingerprints.ts";
import { isPublishingNeeded } from "./publishing-needed.ts";

let content: string;
let releases: ReleaseFolder;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "needed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  content = join(folder, "content");
  mkdirSync(content);
  releases = openReleaseFolder(join(folder, "data"));
  releases.lock(() => undefined).release();
  edit("one");
});

const edit = (text: string) => writeFileSync(join(content, "file.md"), text);

function createRelease(number: number, changes: Partial<Release> = {}): Release {
  return {
    id: `2026-11-21T${100_000 + number}Z-000000`,
    time: "2026-11-21T10:00:00.000Z",
    by: "test",
    indexVersion,
    folder: hashFolder(content).folder,
    compiler: hashCompiler(),
    files: [],
    changes: [],
    counts: { added: 0, changed: 0, removed: 0 },
    ...changes,
  };
}

/** Whether the start publishes. @param all the releases of all nodes; the first one is the current one */
const isNeeded = (...all: Release[]) =>
  isPublishingNeeded({
    environment: { CONTENT_DIR: content },
    releases,
    store: {
      readCurrent: async () => all[0],
      list: async () => all,
      publish: () => Promise.reject(new Error()),
      switchTo: () => Promise.reject(new Error()),
    },
  });

/** Records that this machine has published the folder, as it is now, as this release. */
const remember = (release: Release) =>
  releases.writePublishedFolder({
    folder: hashFolder(content).folder,
    times: hashFolderTimes(readPublishedFiles(content)),
    release: release.id,
  });

test("publishing is needed if this code can't read any release", async () => {
  expect(await isNeeded()).toBe(true);
  expect(await isNeeded(createRelease(1, { indexVersion: indexVersion + 1 }))).toBe(true);
});

test("publishing is needed after an edit, but not for the folder of the current release unless other code compiled it", async () => {
  const release = createRelease(1);
  await remember(release);
  expect(await isNeeded(release)).toBe(false);
  expect(await isNeeded({ ...release, compiler: "0".repeat(64) })).toBe(true);
  edit("other");
  expect(await isNeeded(release)).toBe(true);
});

test("an undone release isn't published again, even with other code, until an edit", async () => {
  const earlierRelease = createRelease(1);
  edit("undone");
  const undoneRelease = createRelease(2);
  await remember(undoneRelease);
  expect(await isNeeded({ ...earlierRelease, compiler: "0".repeat(64) }, undoneRelease)).toBe(false);
  edit("one");
  expect(await isNeeded(createRelease(3, { folder: undoneRelease.folder }), undoneRelease, earlierRelease)).toBe(true);
});

test("a folder isn't published if another node has published it since, but is if that was before", async () => {
  const first = createRelease(1);
  edit("other");
  const second = createRelease(2);
  const laterRelease = createRelease(3, { folder: "0".repeat(64) });
  // At first this node has published nothing. After that it has published the first release.
  expect(await isNeeded(laterRelease, second, first)).toBe(false);
  await releases.writePublishedFolder({ folder: first.folder, times: "0".repeat(64), release: first.id });
  expect(await isNeeded(laterRelease, second, first)).toBe(false);
  // The owner restores the files of the first release.
  await remember(second);
  edit("one");
  expect(await isNeeded(second, first)).toBe(true);
});
