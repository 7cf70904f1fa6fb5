import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { startWatchdog } from "./watchdog.ts";

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> "${folder}/heard"\n`, {
    mode: 0o755,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const origin = "http://localhost:3001";

const readNotifications = () =>
  existsSync(join(folder, "heard")) ? readFileSync(join(folder, "heard"), "utf8").trim().split("\n") : [];
const createVariables = () => ({ PATH: folder + delimiter + process.env["PATH"], NOTIFY_SOCKET: "/run/notify" });

test("systemd is notified that the site is ready, and then three times per timeout that the site still runs", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  startWatchdog(createRecordingLog(), origin, {
    ...createVariables(),
    WATCHDOG_USEC: "9000000",
    WATCHDOG_PID: String(process.pid),
  });
  vi.advanceTimersByTime(9000);
  await expect.poll(readNotifications).toHaveLength(4);
  expect(readNotifications().sort()).toEqual([
    `/run/notify READY=1 STATUS=${origin}`,
    ...Array(3).fill("/run/notify WATCHDOG=1"),
  ]);
});

test("without a timeout, or with another process's timeout, systemd is notified only that the site is ready", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  startWatchdog(createRecordingLog(), origin, createVariables());
  startWatchdog(createRecordingLog(), origin, { ...createVariables(), WATCHDOG_USEC: "9000000", WATCHDOG_PID: "1" });
  vi.advanceTimersByTime(60_000);
  await expect.poll(readNotifications).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test("without systemd nothing happens; a missing systemd-notify is logged once", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const log = createRecordingLog();
  startWatchdog(log, origin, { PATH: createVariables().PATH, WATCHDOG_USEC: "9000000" });
  expect(vi.getTimerCount()).toBe(0);
  startWatchdog(log, origin, { PATH: join(folder, "none"), NOTIFY_SOCKET: "/run/notify", WATCHDOG_USEC: "9000000" });
  vi.advanceTimersByTime(9000);
  await expect.poll(() => log.lines).toHaveLength(1);
  expect(readNotifications()).toEqual([]);
});
