import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addFields } from "../../../../tests/setup/content-fields.ts";
import { createRecordingLog } from "../../../../tests/setup/recording-log.ts";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { paths } from "../../runtime/paths.ts";
import { isPublishingNeeded } from "./is-publishing-needed.ts";
import { publishContent, undoRelease } from "./publish-content.ts";
import type { PublishingStores } from "./release-store.ts";
import { openReleaseFolder, type ReleaseFolder } from "./release-folder.ts";
import { createReleaseStore } from "./release-store.ts";
import { openReleaseWatcher } from "./release-watcher.ts";
import { indexName } from "./release.ts";

const originalPublic = paths.public;
const base = mkdtempSync(join(tmpdir(), "publish-base-"));
let folder: string;
let publisher: PublishingStores;
let releases: ReleaseFolder;
let text: string;

/** Uses the content, the public files and the releases in a folder. */
function useFolder(path: string): void {
  folder = path;
  paths.public = join(folder, "public");
  releases = openReleaseFolder(join(folder, "data"));
  publisher = { content: join(folder, "content"), releases: createReleaseStore(releases) };
  text = join(publisher.content, "product/gan-cao/index.cn.md");
}

// The first release is published once, and each test has a copy of it.
beforeAll(async () => {
  cpSync(testContent, join(base, "content"), { recursive: true });
  // Without the plates, whose share pictures take long to draw.
  const isPlate = (file: string) => file.startsWith(join(originalPublic, "plates"));
  cpSync(originalPublic, join(base, "public"), { recursive: true, filter: (file) => !isPlate(file) });
  useFolder(base);
  releases.lock(() => undefined).release();
  expect(await isPublishingNeeded(publisher)).toBe(true);
  const first = await publish();
  expect(first.outcome).toBe("published");
  const some = ["added product gan-cao", "added document menu", "added file /logo.svg"];
  expect(first.changes).toEqual(expect.arrayContaining(some));
});
beforeEach(() => {
  const copy = mkdtempSync(join(tmpdir(), "publish-"));
  cpSync(base, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  useFolder(copy);
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => {
  paths.public = originalPublic;
  rmSync(base, { recursive: true });
});

/** Publishes. @returns the outcome, and the changes as `+ kind id` */
async function publish(isDryRun = false) {
  const result = await publishContent(publisher, { by: "test", isDryRun });
  const changes = "release" in result ? result.release.changes : [];
  return { ...result, changes: changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`) };
}

const createPlate = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="5"><path fill="${fill}" d="M0 0h4v5H0z"/></svg>`;

const openWatcher = (problemAtStart?: string) =>
  openReleaseWatcher({ releases: publisher.releases, log: createRecordingLog(), problemAtStart });

test("content is published once, and again only after an edit", async () => {
  expect(await isPublishingNeeded(publisher)).toBe(false);
  expect((await publish()).outcome).toBe("unchanged");
  appendFileSync(text, "\n新的一段。\n");
  expect(await isPublishingNeeded(publisher)).toBe(true);
  expect(await publish(true)).toMatchObject({ outcome: "dry-run", changes: ["changed product gan-cao"] });
  expect(releases.list()).toHaveLength(1);
  expect(await publish()).toMatchObject({ outcome: "published", changes: ["changed product gan-cao"] });
  expect(releases.list()).toHaveLength(2);
});

test("an undone edit isn't published again by a start, unless the folder is edited once more", async () => {
  appendFileSync(text, "\n新的一段。\n");
  await publish();
  const [latest, first] = releases.list();
  expect((await undoRelease(publisher)).map(({ id }) => id)).toEqual([latest!.id, first!.id]);
  expect(releases.readCurrentId()).toBe(first!.id);
  expect(await isPublishingNeeded(publisher)).toBe(false);
  await expect(undoRelease(publisher)).rejects.toThrow(`There is no release before ${first!.id}.`);
  expect((await publish()).outcome).toBe("published");
  await undoRelease(publisher);
  appendFileSync(text, "\n还有一段。\n");
  expect(await isPublishingNeeded(publisher)).toBe(true);
});

test("what is saved while the content is published stays a draft, also for a start", async () => {
  appendFileSync(text, "\n新的一段。\n");
  releases.markSaved();
  const publishing = publish();
  appendFileSync(text, "\n同时保存的一段。\n");
  expect((await publishing).outcome).toBe("published");
  expect(await isPublishingNeeded(publisher)).toBe(false);
  expect((await publish()).outcome).toBe("published");
  appendFileSync(text, "\n手写的一段。\n");
  expect(await isPublishingNeeded(publisher)).toBe(true);
});

test("releases of the same second are listed in the order of their publishing", async () => {
  const first = releases.readCurrent()!;
  const time = new Date(Date.parse(first.time) + 60_000).toISOString().slice(0, 19);
  const later = ["f00000", "a00000", "b00000"].map((suffix, count) => {
    return { ...first, id: `${time.replaceAll(":", "")}Z-${suffix}`, time: `${time}.${count + 1}00Z` };
  });
  for (const release of later) {
    const draft = releases.createDraft();
    writeFileSync(join(draft, indexName), "");
    await releases.commit(draft, release);
  }
  expect(releases.list().map(({ id }) => id)).toEqual([...later.reverse(), first].map(({ id }) => id));
});

test("with a mistake, without the folder or with a logo that isn't a picture nothing changes", async () => {
  const { content } = publisher;
  const facts = join(content, "product/huang-qi/index.cn.md");
  const validFacts = readFileSync(facts, "utf8");
  addFields(facts, "colour: yellow");
  const result = await publish();
  expect(result).toMatchObject({ outcome: "mistakes", mistakes: [{ file: facts, field: "colour" }] });
  expect(result.text).toMatch(/index\.cn\.md:\d+ {2}colour /);
  writeFileSync(facts, validFacts);
  publisher = { ...publisher, content: join(folder, "nowhere") };
  expect(await publish()).toMatchObject({
    outcome: "mistakes",
    text: `CONTENT_DIR=${publisher.content}: there is no such folder`,
  });
  expect(releases.list()).toHaveLength(1);
  expect(readdirSync(join(folder, "data", "releases")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("files of public belong to the release", async () => {
  writeFileSync(join(paths.public, "files", "own.txt"), "one");
  await publish();
  writeFileSync(join(paths.public, "files", "own.txt"), "other");
  expect((await publish()).changes).toEqual(["changed file /files/own.txt"]);
  const [latest, first] = releases.list().map(({ id }) => releases.getPaths(id).files);
  expect(readFileSync(join(latest!, "files", "own.txt"), "utf8")).toBe("other");
  expect(readFileSync(join(first!, "files", "own.txt"), "utf8")).toBe("one");
  expect(existsSync(join(latest!, "logo.svg.br"))).toBe(true);
});

test("the share picture of an unchanged plate is taken from the release before, and an owner's own one is kept", async () => {
  mkdirSync(join(paths.public, "plates"));
  for (const id of ["huang-qi", "dang-gui", "gan-cao"])
    writeFileSync(join(paths.public, `plates/${id}.svg`), createPlate("red"));
  await publish();
  writeFileSync(join(paths.public, "plates/dang-gui.svg"), createPlate("blue"));
  writeFileSync(join(paths.public, "share/gan-cao.png"), "mine");
  await publish();
  const [latest, first] = releases.list().map(({ id }) => join(releases.getPaths(id).files, "share"));
  const isLinked = (name: string) => statSync(join(latest!, name)).ino === statSync(join(first!, name)).ino;
  expect(["huang-qi.png", "dang-gui.png", "gan-cao.png"].map(isLinked)).toEqual([true, false, false]);
  expect(readFileSync(join(latest!, "gan-cao.png"), "utf8")).toBe("mine");
  rmSync(join(paths.public, "share/gan-cao.png"));
  const current = releases.readCurrentId()!;
  await publish();
  const share = join(releases.getPaths(releases.readCurrentId()!).files, "share/gan-cao.png");
  expect([releases.readCurrentId() === current, readFileSync(share, "utf8") === "mine"]).toEqual([false, false]);
});

test("a release of another version of the code is replaced, and can't be gone back to", async () => {
  const release = releases.readCurrent()!;
  const file = join(releases.getFolder(release.id), "release.json");
  writeFileSync(file, JSON.stringify({ ...release, indexVersion: release.indexVersion - 1 }));
  expect(await isPublishingNeeded(publisher)).toBe(true);
  await expect(openWatcher()).rejects.toThrow(/^There is no release of the content in DATA_DIR=/);
  expect((await publish()).outcome).toBe("published");
  await expect(undoRelease(publisher)).rejects.toThrow("was made by another version of the site's code");
  const current = releases.readCurrent()!;
  const currentFile = join(releases.getFolder(current.id), "release.json");
  writeFileSync(currentFile, JSON.stringify({ ...current, compiler: "0".repeat(64) }));
  expect(await isPublishingNeeded(publisher)).toBe(true);
});

test("a site shows another release, and keeps its own if that can't be opened", async () => {
  const watcher = await openWatcher();
  const shown: string[] = [];
  const check = () => watcher.check(({ id }) => void shown.push(id));
  appendFileSync(text, "\n新的一段。\n");
  await publish();
  const second = releases.readCurrentId()!;
  await check();
  await check();
  expect([shown, watcher.getActive().id]).toEqual([[second], second]);
  appendFileSync(text, "\n坏了。\n");
  await publish();
  await watcher.check(() => {
    throw new Error("damaged");
  });
  await check();
  expect(watcher.getProblem()).toMatch(/^release \S+ can't be opened \(the one before is served\)$/);
  expect(watcher.getActive().id).toBe(second);
  await undoRelease(publisher);
  await check();
  expect(watcher.getProblem()).toBeUndefined();
});

test("a problem at the start is named until the content is published, also if it then equals the current release", async () => {
  const watcher = await openWatcher("1 mistake");
  await publish(true);
  await watcher.check(() => undefined);
  expect(watcher.getProblem()).toBe("1 mistake");
  await publish();
  await watcher.check(() => undefined);
  expect(watcher.getProblem()).toBeUndefined();
});
