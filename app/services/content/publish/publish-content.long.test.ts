import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { computeVersion } from "#app/services/content/files/save-files.ts";
import type { ReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { createReleaseStore, type PublishingStores } from "#app/services/content/releases/release-store.ts";
import { openReleaseWatcher } from "#app/services/content/releases/release-watcher.ts";
import { indexName, type Release } from "#app/services/content/releases/release.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { setUpPublishedContent } from "#tests/setup/content/published-content.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { findEarlierRelease, prepareRelease, undoRelease } from "./activate-release.ts";
import { publishContent, type CompiledDraft } from "./publish-content.ts";

let publisher: PublishingStores;
let releases: ReleaseFolder;
let textFile: string;
setUpPublishedContent((published) => {
  ({ publisher, releases } = published);
  textFile = join(publisher.content, "product/gan-cao/index.cn.md");
});

/** Publishes. @returns the result, with changes as texts such as `changed product gan-cao` */
async function publish(isDryRun = false) {
  const keep = ({ draft }: CompiledDraft, id: string) => void releases.keepPreview(draft, id);
  const result = await publishContent(publisher, { by: "test", isDryRun, keep, showsDraft: () => isDryRun });
  const changes = "changes" in result ? result.changes : [];
  return { ...result, changes: changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`) };
}

const openWatcher = (problemAtStart?: string, others: object = {}) =>
  openReleaseWatcher({
    releases: publisher.releases,
    fetchRelease: async () => undefined,
    ...others,
    log: createRecordingLog(),
    problemAtStart,
  });

test("the changes of the first release list everything as added", () => {
  const changes = releases.readCurrent()!.changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`);
  const someChanges = ["added product gan-cao", "added document menu", "added file /logo.svg"];
  expect(changes).toEqual(expect.arrayContaining(someChanges));
});

test("a start serves the current release, not an edit that is unpublished or undone", async () => {
  appendFileSync(textFile, "\n新的一段。\n");
  const [first] = releases.list();
  expect(await prepareRelease(publisher)).toEqual({ text: "", mistakes: [] });
  expect(releases.list()).toEqual([first]);
  await publish();
  const [latest] = releases.list();
  expect((await findEarlierRelease(publisher))?.time).toBe(first!.time);
  expect((await undoRelease(publisher)).map(({ id }) => id)).toEqual([latest!.id, first!.id]);
  await prepareRelease(publisher);
  expect(releases.readCurrentId()).toBe(first!.id);
  expect(await findEarlierRelease(publisher)).toBeUndefined();
  await expect(undoRelease(publisher)).rejects.toThrow(`There is no release before ${first!.id}.`);
  expect((await publish()).outcome).toBe("published");
});

test("a node that can't fetch the current release says so, until it has fetched it", async () => {
  let isFull = true;
  const watcher = await openWatcher(undefined, {
    releases: { ...publisher.releases, isOutdated: () => Promise.resolve(true) },
    fetchRelease: () => (isFull ? Promise.reject(new Error("no space left")) : Promise.resolve()),
  });
  await expect(watcher.check(() => {})).rejects.toThrow("no space left");
  expect(watcher.getFetchProblem()).toMatch(/^the current release can't be fetched .*no space left$/);
  isFull = false;
  await watcher.check(() => {});
  expect(watcher.getFetchProblem()).toBeUndefined();
});

/** Changes fields in the description of the current release. */
function changeRelease(change: Partial<Release>): Release {
  const release = { ...releases.readCurrent()!, ...change };
  writeFileSync(join(releases.getFolder(release.id), "release.json"), JSON.stringify(release));
  return release;
}

const otherCode = { compiler: "0".repeat(64), indexVersion: 1 };
const isInIndex = (words: string) => readFileSync(releases.getPaths(releases.readCurrentId()!).index).includes(words);

test("the changes of a release name each edited part once, and no others", async () => {
  appendFileSync(join(publisher.content, "herbs/gan-cao.yaml"), "# edited\n");
  rmSync(join(publisher.content, "batch/HQ-2601.yaml"));
  appendFileSync(join(publisher.content, "menu/en.yaml"), "# edited\n");
  writeFileSync(join(paths.public, "own.txt"), "own");
  writeFileSync(join(publisher.content, "redirects.yaml"), "- { from: /a.html, to: /about-us }\n");
  const { changes, outcome } = await publish(true);
  expect([outcome, changes]).toEqual([
    "dry-run",
    [
      "removed batch HQ-2601",
      "changed herbs gan-cao",
      "changed document menu",
      "changed document redirects",
      "added file /own.txt",
    ],
  ]);
});

test("a new version of the code recompiles the release's content, never the content folder", async () => {
  appendFileSync(textFile, "\n发布的一段。\n");
  writeFileSync(join(paths.public, "files", "own.txt"), "published");
  await publish();
  appendFileSync(textFile, "\n没有发布的一段。\n");
  writeFileSync(join(paths.public, "files", "own.txt"), "saved");
  const before = changeRelease(otherCode);
  await prepareRelease(publisher);
  const after = releases.readCurrent()!;
  const { id, files, compiler, indexVersion, ...same } = after;
  expect(before).toMatchObject(same);
  expect([isInIndex("发布的一段"), isInIndex("没有发布的一段")]).toEqual([true, false]);
  expect(readFileSync(join(releases.getPaths(id).files, "files/own.txt"), "utf8")).toBe("published");
  expect(files.map(({ path }) => path)).toEqual(before.files.map(({ path }) => path));
  expect([compiler, indexVersion]).not.toContain(otherCode.compiler);
  await prepareRelease(publisher);
  expect(releases.readCurrentId()).toBe(id);
  // This code has already compiled the release, so its earlier compilation becomes current again.
  await releases.makeCurrent(before.id);
  await prepareRelease(publisher);
  expect(releases.readCurrentId()).toBe(id);
  expect((await publish(true)).changes).toEqual(["changed product gan-cao", "changed file /files/own.txt"]);
});

test("a file that only drafts name is served only in a preview, until a text that isn't a draft names it", async () => {
  mkdirSync(join(publisher.content, "files"));
  for (const name of ["初检 1.pdf", "both.pdf", "none.pdf"])
    writeFileSync(join(publisher.content, "files", name), "%PDF-1.7 %%EOF");
  const batch = join(publisher.content, "batch/HQ-2601.yaml");
  const named = readFileSync(batch, "utf8").replace(/^certificate: .*$/m, "certificate: /files/初检 1.pdf");
  writeFileSync(batch, `${named}draft: true\n`);
  appendFileSync(textFile, "\n[报告](/files/both.pdf)\n");
  appendFileSync(join(publisher.content, "product/huang-qi/index.cn.md"), "\n[报告](/files/both.pdf)\n");
  addFields(join(publisher.content, "product/huang-qi/index.cn.md"), "draft: true");
  const list = (folder: string) => readdirSync(join(folder, "files")).filter((name) => /初检|both|none/.test(name));
  const { id } = (await publish(true)) as unknown as Release;
  expect(list(releases.getPreviewPaths(id)!.files)).toEqual(["both.pdf", "none.pdf", "初检 1.pdf"]);
  expect((await publish()).outcome).toBe("published");
  expect(list(releases.getPaths(releases.readCurrentId()!).files)).toEqual(["both.pdf", "none.pdf"]);
  writeFileSync(batch, readFileSync(batch, "utf8").replace("draft: true\n", ""));
  await publish();
  expect(list(releases.getPaths(releases.readCurrentId()!).files)).toEqual(["both.pdf", "none.pdf", "初检 1.pdf"]);
});

test("if new code finds mistakes in the release's content, it serves the published index or fails", async () => {
  const { id } = changeRelease({ compiler: otherCode.compiler });
  addFields(join(releases.getFolder(id), "source/content/product/huang-qi/index.cn.md"), "colour: yellow");
  expect((await prepareRelease(publisher)).mistakes).toMatchObject([{ field: "colour" }]);
  expect(releases.readCurrentId()).toBe(id);
  changeRelease(otherCode);
  await expect(prepareRelease(publisher)).rejects.toThrow(/index\.cn\.md:\d+ {2}colour /);
  await expect(openWatcher()).rejects.toThrow(/^There is no release of the content in DATA_DIR=/);
});

test("code that can neither read nor compile a newer release serves the last release that it can read", async () => {
  const first = releases.readCurrentId();
  appendFileSync(textFile, "\n新的一段。\n");
  await publish();
  const { id } = changeRelease(otherCode);
  addFields(join(releases.getFolder(id), "source/content/product/huang-qi/index.cn.md"), "colour: yellow");
  await expect(prepareRelease(publisher)).rejects.toThrow(/index\.cn\.md:\d+ {2}colour /);
  const watcher = await openWatcher("can't be compiled");
  await watcher.check(() => expect.unreachable());
  expect([watcher.getActive().id, watcher.getProblem()]).toEqual([first, "can't be compiled"]);
  expect(releases.readCurrentId()).toBe(id);
});

test("if the system refuses to write the first release, the operator gets a one-sentence error", async () => {
  const prepareWith = (code: string, error: string) => {
    const createDraft = () => {
      throw Object.assign(new Error(`${code}: ${error}`), { code, syscall: "mkdir" });
    };
    rmSync(join(releases.dataFolder, "releases"), { recursive: true, force: true });
    return prepareRelease({ ...publisher, releases: createReleaseStore({ ...releases, createDraft }) });
  };
  const preparation = prepareWith("ENOSPC", "no space left on device");
  await expect(preparation).rejects.toThrow(EnvironmentError);
  await expect(preparation).rejects.toThrow(/^DATA_DIR=\S+: the disk is full \(ENOSPC: no space left on device\)$/);
  await expect(prepareWith("EROFS", "read-only file system")).rejects.toThrow(
    /^The content can't be compiled \(EROFS: read-only file system\)$/,
  );
});

test("files that a killed publisher left are deleted, unless another publisher is working", async () => {
  const leftoverFolder = join(releases.dataFolder, "releases", ".new-1");
  mkdirSync(join(leftoverFolder, "files"), { recursive: true });
  const watcher = await openWatcher();
  const lock = await releases.lock("test");
  await watcher.check(() => undefined);
  expect(existsSync(leftoverFolder)).toBe(true);
  lock.release();
  await watcher.check(() => undefined);
  expect(existsSync(leftoverFolder)).toBe(false);
});

test("nothing is published until a failed save is undone", async () => {
  const [before, staging] = [readFileSync(textFile), join(publisher.content, ".saving-1")];
  mkdirSync(staging);
  writeFileSync(join(staging, "0.before"), before);
  const step = { path: "product/gan-cao/index.cn.md", before: computeVersion(before), staged: "0" };
  writeFileSync(join(staging, "undone.json"), JSON.stringify([step]));
  appendFileSync(textFile, "\n半个修改。\n");
  const lockFolder = join(publisher.content, ".saving.lock");
  mkdirSync(lockFolder);
  await expect(publish()).rejects.toThrow("unable to open database file");
  rmSync(lockFolder, { recursive: true });
  expect((await publish()).outcome).toBe("unchanged");
  expect(readFileSync(textFile)).toEqual(before);
});

test("undo recompiles a release that other code has compiled, and is refused if the previous release is missing", async () => {
  appendFileSync(textFile, "\n发布的一段。\n");
  const first = changeRelease(otherCode);
  await publish();
  expect((await findEarlierRelease(publisher))?.id).toBe(first.id);
  const [, currentRelease] = await undoRelease(publisher);
  expect([currentRelease.time, currentRelease.previous]).toEqual([first.time, undefined]);
  expect(isInIndex("发布的一段")).toBe(false);
  changeRelease({ previous: "2026-01-01T000000Z-abcdef" });
  expect(await findEarlierRelease(publisher)).toBeUndefined();
  await expect(undoRelease(publisher)).rejects.toThrow("There is no release before");
});

test("the published index and sources agree even if the content is edited while it is published", async () => {
  appendFileSync(textFile, "\n新的一段。\n");
  const publishing = publish();
  appendFileSync(textFile, "\n同时保存的一段。\n");
  expect((await publishing).outcome).toBe("published");
  const keptFile = join(releases.getFolder(releases.readCurrentId()!), "source/content/product/gan-cao/index.cn.md");
  expect(readFileSync(keptFile, "utf8").includes("同时保存")).toBe(isInIndex("同时保存"));
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

test("a running site switches to a new release, and keeps the current one if the new one can't be opened", async () => {
  const watcher = await openWatcher();
  const openedIds: string[] = [];
  const check = () => watcher.check(({ id }) => void openedIds.push(id));
  appendFileSync(textFile, "\n新的一段。\n");
  await publish();
  const second = releases.readCurrentId()!;
  await check();
  await check();
  expect([openedIds, watcher.getActive().id]).toEqual([[second], second]);
  appendFileSync(textFile, "\n坏了。\n");
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

test("a problem at the start is reported until another release is published", async () => {
  const watcher = await openWatcher("1 mistake");
  await watcher.check(() => undefined);
  expect(watcher.getProblem()).toBe("1 mistake");
  appendFileSync(textFile, "\n新的一段。\n");
  await publish();
  await watcher.check(() => undefined);
  expect(watcher.getProblem()).toBeUndefined();
});

test("an unreadable file is reported as a mistake, even if nothing else has changed", async () => {
  const folder = join(publisher.content, "product/gan-cao/index.fr.md");
  mkdirSync(folder);
  symlinkSync("itself", join(publisher.content, "batch/itself"));
  const result = await publish(true);
  expect(result).toMatchObject({
    outcome: "mistakes",
    mistakes: [{ file: "product/gan-cao/index.fr.md" }, { field: "(link)" }],
  });
});
