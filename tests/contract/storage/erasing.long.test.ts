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

test("SQLite's files contain no deleted text, even while the site has them open", async () => {
  const freshDatabase = await createFreshDatabase("SQLite");
  const folder = join(freshDatabase.variables.DATA_DIR, "deep");
  const isInFiles = (text: string) =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
  const [siteDatabase, commandDatabase] = [await freshDatabase.open(), await freshDatabase.open()];
  await createVisitorData(siteDatabase, "other@example.com", "memorable");
  await createVisitorData(siteDatabase, "victim@example.com", "forgettable");
  expect([isInFiles("victim@example.com"), isInFiles("forgettable")]).toEqual([true, true]);
  await forgetContact(commandDatabase, "victim@example.com");
  expect([isInFiles("victim@example.com"), isInFiles("forgettable")]).toEqual([false, false]);
  expect(isInFiles("memorable")).toBe(true);
  await freshDatabase.remove();
});

test("rows that are deleted during a backup are erased from the files a minute later, before the next sweep", async () => {
  const freshDatabase = await createFreshDatabase("SQLite");
  const folder = join(freshDatabase.variables.DATA_DIR, "deep");
  const isInFiles = () => readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes("forgettable"));
  const [siteDatabase, commandDatabase] = [await freshDatabase.open(), await freshDatabase.open()];
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const sweeps: number[] = [];
  startSweeping(siteDatabase, undefined, createRecordingLog(), async (now) => void sweeps.push(now));
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await createVisitorData(commandDatabase, "victim@example.com", "forgettable");
  const backup = new DatabaseSync(join(folder, "site.sqlite"));
  backup.exec("BEGIN");
  backup.prepare("SELECT count(*) FROM submission").get();
  expect(await forgetContact(commandDatabase, "victim@example.com")).toEqual({ count: 20, isErased: false });
  backup.close();
  expect(isInFiles()).toBe(true);
  vi.advanceTimersByTime(60_000);
  await expect.poll(isInFiles).toBe(false);
  expect(sweeps).toHaveLength(1);
  await freshDatabase.remove();
});

test("each minute that the site runs advances the time for deletions by up to two minutes, until it reaches a clock that jumped ahead", async () => {
  const freshDatabase = await createFreshDatabase("SQLite");
  const siteDatabase = await freshDatabase.open();
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
  await freshDatabase.remove();
});

test("a running backup delays only the erasure from the files, and blocks nothing", async () => {
  const freshDatabase = await createFreshDatabase("SQLite");
  const folder = join(freshDatabase.variables.DATA_DIR, "deep");
  const isInFiles = () => readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes("forgettable"));
  const siteDatabase = await freshDatabase.open();
  await createVisitorData(siteDatabase, "victim@example.com", "forgettable");
  const backup = new DatabaseSync(join(folder, "site.sqlite"));
  backup.exec("BEGIN");
  backup.prepare("SELECT count(*) FROM submission").get();
  let turns = 0;
  const otherWork = setInterval(() => (turns += 1), 10);
  expect(await forgetContact(siteDatabase, "victim@example.com")).toEqual({ count: 20, isErased: false });
  clearInterval(otherWork);
  expect(turns).toBeGreaterThan(5);
  expect(await createRepository(siteDatabase).count({ contact: "victim@example.com" })).toBe(0);
  expect(isInFiles()).toBe(true);
  backup.close();
  startSweeping(siteDatabase, undefined, createRecordingLog(), async () => {});
  await expect.poll(isInFiles).toBe(false);
  await freshDatabase.remove();
});
