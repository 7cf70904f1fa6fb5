import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { forgetContact } from "#app/services/submissions/inbox/forget.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { advanceTime, startSweeping } from "#app/services/submissions/received/sweep.ts";
import { createFreshDatabase } from "#tests/setup/database/databases.ts";
import { createVisitorData } from "#tests/setup/database/visitor-data.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Creates an SQLite database. @returns it, its folder, and a function that searches its files for a text */
async function createDatabaseFiles() {
  const freshDatabase = await createFreshDatabase("SQLite");
  onTestFinished(() => freshDatabase.remove());
  const folder = join(freshDatabase.variables.DATA_DIR, "deep");
  const isInFiles = (text: string) =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
  /** Starts a backup, which keeps deleted rows in the files until it is closed. */
  const startBackup = () => {
    const backup = new DatabaseSync(join(folder, "site.sqlite"));
    backup.exec("BEGIN");
    backup.prepare("SELECT count(*) FROM submission").get();
    return backup;
  };
  return { open: () => freshDatabase.open(), isInFiles, startBackup };
}

test("SQLite's files contain no deleted text, even while the site has them open", async () => {
  const { open, isInFiles } = await createDatabaseFiles();
  const [siteDatabase, commandDatabase] = [await open(), await open()];
  await createVisitorData(siteDatabase, "other@example.com", "memorable");
  await createVisitorData(siteDatabase, "victim@example.com", "forgettable");
  expect(["victim@example.com", "forgettable"].map(isInFiles)).toEqual([true, true]);
  await forgetContact(commandDatabase, "victim@example.com");
  expect(["victim@example.com", "forgettable"].map(isInFiles)).toEqual([false, false]);
  expect(isInFiles("memorable")).toBe(true);
});

test("rows that are deleted during a backup are erased from the files a minute later, before the next sweep", async () => {
  const { open, isInFiles, startBackup } = await createDatabaseFiles();
  const [siteDatabase, commandDatabase] = [await open(), await open()];
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const sweeps: number[] = [];
  startSweeping(siteDatabase, undefined, createRecordingLog(), async (now) => void sweeps.push(now));
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await createVisitorData(commandDatabase, "victim@example.com", "forgettable");
  const backup = startBackup();
  expect(await forgetContact(commandDatabase, "victim@example.com")).toEqual({ count: 20, isErased: false });
  backup.close();
  expect(isInFiles("forgettable")).toBe(true);
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => isInFiles("forgettable")).toBe(false);
  expect(sweeps).toHaveLength(1);
});

test("each minute that the site runs advances the time for deletions by up to two minutes, until it reaches a clock that jumped ahead", async () => {
  const siteDatabase = await (await createDatabaseFiles()).open();
  const before = Date.now() - 40 * dayMs;
  await advanceTime(siteDatabase, before, 0);
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  startSweeping(siteDatabase, undefined, createRecordingLog(), async () => {});
  for (let minute = 1; minute <= 3; minute++) {
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(60_000);
  }
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect(await advanceTime(siteDatabase, Date.now(), 0)).toBeGreaterThanOrEqual(before + 2 * 3 * 60_000);
});

test("a running backup delays only the erasure from the files, and blocks nothing", async () => {
  const { open, isInFiles, startBackup } = await createDatabaseFiles();
  const siteDatabase = await open();
  await createVisitorData(siteDatabase, "victim@example.com", "forgettable");
  const backup = startBackup();
  let turns = 0;
  const otherWork = setInterval(() => (turns += 1), 10);
  expect(await forgetContact(siteDatabase, "victim@example.com")).toEqual({ count: 20, isErased: false });
  clearInterval(otherWork);
  expect(turns).toBeGreaterThan(5);
  expect(await createRepository(siteDatabase).count({ contact: "victim@example.com" })).toBe(0);
  expect(isInFiles("forgettable")).toBe(true);
  backup.close();
  startSweeping(siteDatabase, undefined, createRecordingLog(), async () => {});
  await expect.poll(() => isInFiles("forgettable")).toBe(false);
});
