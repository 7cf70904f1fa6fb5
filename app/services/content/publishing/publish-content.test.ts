import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRecordingLog } from "../../../../tests/setup/recording-log.ts";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { paths } from "../../runtime/paths.ts";
import { publishContent, undoRelease } from "./publish-content.ts";
import { isPublishingNeeded, type Publisher } from "./publisher.ts";
import { openReleaseFolder } from "./release-folder.ts";
import { openReleaseWatcher } from "./release-watcher.ts";
import { indexName, type Change } from "./release.ts";

const originalPublic = paths.public;
let folder: string;
let publisher: Publisher;
let text: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "publish-"));
  const content = join(folder, "content");
  cpSync(testContent, content, { recursive: true });
  // Without the plates, whose share pictures take long to draw.
  paths.public = join(folder, "public");
  const isPlate = (file: string) => file.startsWith(join(originalPublic, "plates"));
  cpSync(originalPublic, paths.public, { recursive: true, filter: (file) => !isPlate(file) });
  publisher = { content, releases: openReleaseFolder(join(folder, "data")) };
  publisher.releases.lock(() => undefined).release();
  text = join(content, "product/gan-cao/cn.md");
});
afterEach(() => {
  paths.public = originalPublic;
  rmSync(folder, { recursive: true });
});

/** Publishes. @returns the outcome, and the changes as `+ kind id` */
async function publish(isDryRun = false) {
  const changes: string[] = [];
  const toText = ({ action, kind, id }: Change) => `${action} ${kind} ${id}`;
  const result = await publishContent(publisher, {
    by: "test",
    isDryRun,
    onChanges: (list) => changes.push(...list.map(toText)),
  });
  return { ...result, changes };
}

const openWatcher = (problemAtStart?: string) =>
  openReleaseWatcher({
    dataFolder: join(folder, "data"),
    database: undefined,
    log: createRecordingLog(),
    problemAtStart,
  });

test("content is published once, and again only after an edit", async () => {
  expect(await isPublishingNeeded(publisher)).toBe(true);
  const first = await publish();
  expect([first.outcome, first.changes]).toEqual([
    "published",
    expect.arrayContaining(["added product gan-cao", "added document menu", "added file /logo.svg"]),
  ]);
  expect(await isPublishingNeeded(publisher)).toBe(false);
  expect((await publish()).outcome).toBe("unchanged");
  appendFileSync(text, "\n新的一段。\n");
  expect(await isPublishingNeeded(publisher)).toBe(true);
  expect(await publish(true)).toMatchObject({ outcome: "dry-run", changes: ["changed product gan-cao"] });
  expect(publisher.releases.list()).toHaveLength(1);
  expect(await publish()).toMatchObject({ outcome: "published", changes: ["changed product gan-cao"] });
  expect(publisher.releases.list()).toHaveLength(2);
});

test("an undone edit isn't published again by a start, unless the folder is edited once more", async () => {
  await publish();
  appendFileSync(text, "\n新的一段。\n");
  await publish();
  const [latest, first] = publisher.releases.list();
  expect((await undoRelease(publisher)).map(({ id }) => id)).toEqual([latest!.id, first!.id]);
  expect(publisher.releases.readCurrentId()).toBe(first!.id);
  expect(await isPublishingNeeded(publisher)).toBe(false);
  await expect(undoRelease(publisher)).rejects.toThrow(`There is no release before ${first!.id}.`);
  expect((await publish()).outcome).toBe("published");
  await undoRelease(publisher);
  appendFileSync(text, "\n还有一段。\n");
  expect(await isPublishingNeeded(publisher)).toBe(true);
});

test("releases of the same second are listed in the order of their publishing", async () => {
  await publish();
  const { releases } = publisher;
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
  await publish();
  const { content, releases } = publisher;
  const facts = join(content, "product/huang-qi/item.yaml");
  const validFacts = readFileSync(facts, "utf8");
  writeFileSync(facts, `${validFacts}colour: yellow\n`);
  const result = await publish();
  expect(result).toMatchObject({ outcome: "mistakes", mistakes: 1 });
  expect(result.text).toMatch(/item\.yaml:\d+ {2}colour /);
  writeFileSync(facts, validFacts);
  publisher = { ...publisher, content: join(folder, "nowhere") };
  expect(await publish()).toMatchObject({
    outcome: "mistakes",
    text: `CONTENT_DIR=${publisher.content}: there is no such folder`,
  });
  expect(releases.list()).toHaveLength(1);
  expect(readdirSync(join(folder, "data", "releases")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("files of public belong to the release, and an owner's icon is kept and named", async () => {
  writeFileSync(join(paths.public, "files", "own.txt"), "one");
  await publish();
  writeFileSync(join(paths.public, "files", "own.txt"), "other");
  mkdirSync(join(paths.public, "icons"), { recursive: true });
  writeFileSync(join(paths.public, "icons", "192.png"), "mine");
  const result = await publish();
  expect(result.changes).toEqual(["changed file /files/own.txt"]);
  expect(result.text).toContain("/icons/192.png is a file of yours, and is served as it is.");
  const [latest, first] = publisher.releases.list().map(({ id }) => publisher.releases.getPaths(id).files);
  expect(readFileSync(join(latest!, "files", "own.txt"), "utf8")).toBe("other");
  expect(readFileSync(join(latest!, "icons", "192.png"), "utf8")).toBe("mine");
  expect(readFileSync(join(first!, "files", "own.txt"), "utf8")).toBe("one");
  expect(existsSync(join(latest!, "logo.svg.br"))).toBe(true);
});

test("a release of another version of the code is replaced, and can't be gone back to", async () => {
  await publish();
  const { releases } = publisher;
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

test("a site switches to another release within a second, and keeps its own if that can't be opened", async () => {
  await publish();
  const watcher = await openWatcher();
  const shown: string[] = [];
  let isBroken = false;
  watcher.watch(({ id }) => {
    if (isBroken) throw new Error("damaged");
    shown.push(id);
  });
  appendFileSync(text, "\n新的一段。\n");
  await publish();
  const second = publisher.releases.readCurrentId()!;
  await expect.poll(() => shown).toEqual([second]);
  expect(watcher.getActive().id).toBe(second);
  isBroken = true;
  appendFileSync(text, "\n坏了。\n");
  await publish();
  await expect
    .poll(() => watcher.getProblem())
    .toMatch(/^release \S+ can't be opened \(the one before is served\)$/);
  expect(watcher.getActive().id).toBe(second);
  watcher.stop();
});

test("a problem at the start is named until the content is published, also if it then equals the current release", async () => {
  await publish();
  const watcher = await openWatcher("1 mistake");
  expect(watcher.getProblem()).toBe("1 mistake");
  await publish(true);
  expect(watcher.getProblem()).toBe("1 mistake");
  await publish();
  expect(watcher.getProblem()).toBeUndefined();
});
