import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeskFunctions } from "#app/services/desk/publishing/child-functions.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { ChildEndedError, createChild, type Child } from "./child-process.ts";
import { tryAcquireLock, type ProcessLock } from "./process-lock.ts";

const log = { info: vi.fn(), warn: vi.fn() };
let child: Child<DeskFunctions>;
let lock: ProcessLock | undefined;

beforeEach(() => {
  const DATA_DIR = createTestFolder();
  vi.stubEnv("DATA_DIR", DATA_DIR);
  mkdirSync(join(DATA_DIR, "releases"));
  lock = tryAcquireLock(join(DATA_DIR, "releases", "lock"));
});

function releaseLock(): void {
  lock?.release();
  lock = undefined;
}

afterEach(() => {
  releaseLock();
  child.close();
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

/** Creates the desk's child process. Its functions that change releases wait for the lock that the test holds. */
const create = (timeoutMs: number, idleTimeoutMs?: number) =>
  void (child = createChild<DeskFunctions>({ name: "test", log, timeoutMs, ...(idleTimeoutMs && { idleTimeoutMs }) }));

test("a call that waits for a lock doesn't block others, and continues when the lock is released", async () => {
  create(60_000);
  const waitingCall = child.call("undo", "none");
  expect(await child.call("listReleases")).toEqual([]);
  releaseLock();
  expect(await waitingCall).toEqual({
    outcome: "failed",
    reason: "There is no release yet.",
    isDiskFull: false,
  });
});

test("when the process is killed, its calls fail, the log names them, and the next call starts another process", async () => {
  create(60_000);
  const waitingCall = child.call("undo", "none").catch((error: unknown) => error);
  await child.call("listReleases");
  const pid = child.getPid()!;
  process.kill(pid, "SIGKILL");
  expect(await waitingCall).toBeInstanceOf(ChildEndedError);
  expect(log.warn.mock.calls).toEqual([
    [{ child: "test", pid, reason: "SIGKILL", calls: ["undo"] }, "a child process has ended"],
  ]);
  expect(await child.call("listReleases")).toEqual([]);
  expect(child.getPid()).not.toBe(pid);
});

test("a call that takes longer than its limit fails, and its process ends", async () => {
  create(3000);
  await expect(child.call("undo", "none")).rejects.toThrow(/undo took more than 3 s/);
  expect(child.getPid()).toBeUndefined();
});

test("the process ends after some time without calls, and a function's error keeps its stack", async () => {
  create(60_000, 50);
  await expect(child.call("readHistory", undefined as never)).rejects.toThrow(/TypeError.*\n +at /);
  await expect.poll(() => log.info.mock.calls[0]?.[0]).toMatchObject({ reason: "stopped", calls: [] });
  expect(child.getPid()).toBeUndefined();
});
