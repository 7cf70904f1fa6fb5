import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";
import { startFlags } from "#tests/setup/programs/start-flags.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

const fullDevice = "/dev/full";
const states = [
  "its reader has gone",
  "its reader has paused",
  ...(existsSync(fullDevice) ? ["its disk is full"] : []),
];

// The data folder has no release, so that the start compiles the content in a child process.
test.each(states)(
  "if %s, the log loses lines and counts them; pages are served, and SIGTERM ends the process and releases the folder",
  async (state) => {
    const DATA_DIR = createTestFolder();
    const origin = `http://127.0.0.1:${await findFreePort()}`;
    const child = spawn(process.execPath, [...startFlags, resolve("server/start.ts")], {
      cwd: inject("siteFolder"),
      stdio: ["ignore", state === "its disk is full" ? openSync(fullDevice, "w") : "pipe", "inherit"],
      env: { ...process.env, NODE_ENV: "production", DATA_DIR, HOST: "127.0.0.1", PORT: new URL(origin).port },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const exit = once(child, "exit");
    if (state === "its reader has gone") child.stdout!.destroy();
    const getStatus = (path: string) => fetch(origin + path, { redirect: "manual" }).then(({ status }) => status);
    await expect.poll(() => getStatus("/healthz").catch(() => 0)).toBe(200);
    // The lines of these redirects are longer than what a pipe and the process hold for a reader.
    for (let n = 0; n < 1000; n++) expect(await getStatus(`/${n}${"z".repeat(1900)}/`)).toBe(301);
    expect(await getStatus("/product/list")).toBe(200);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    expect(metrics).toMatch(/^log_lines_lost_total [1-9]/m);
    child.kill("SIGTERM");
    // systemd kills the process after this time (`TimeoutStopSec`).
    expect(await Promise.race([exit, sleep(15_000)])).toEqual([0, null]);
    const lock = tryAcquireLock(join(DATA_DIR, "site.lock"));
    expect(lock).toBeDefined();
    lock?.release();
  },
);
