import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

const lockModule = pathToFileURL(resolve("app/services/runtime/process-lock.ts")).href;
let folder: string;

beforeEach(() => void (folder = createTestFolder()));

/** Creates Node's arguments for a process that builds in the folder. @param work code to run while it holds the lock */
function createBuilderArguments(work = "console.log('built')"): string[] {
  const script = `
    import { existsSync, writeFileSync } from "node:fs";
    import { acquireLock } from ${JSON.stringify(lockModule)};
    const lock = acquireLock("build.lock", () => console.log("Waiting …"));
    ${work}
    lock.release();`;
  return ["--no-warnings", "--input-type=module", "-e", script];
}

const createSleepCode = (milliseconds: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});`;

function start(work?: string) {
  const child = spawn(process.execPath, createBuilderArguments(work), { cwd: folder });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  return { child, output: () => output, ended: new Promise((resolve) => child.once("close", resolve)) };
}

const expectOutput = (output: () => string, text: string) => expect.poll(output).toBe(text);

test("a process that waits for another's build reports the wait once, and builds when the other has finished", async () => {
  const first = start(`console.log("begun"); while (!existsSync("go")) ${createSleepCode(20)}`);
  await expectOutput(first.output, "begun\n");
  const second = start();
  const waitingMessage = "Waiting …\n";
  await expectOutput(second.output, waitingMessage);
  await sleep(500);
  expect(second.output()).toBe(waitingMessage);
  writeFileSync(join(folder, "go"), "");
  await Promise.all([first.ended, second.ended]);
  expect(second.output()).toBe(`${waitingMessage}built\n`);
});

test("a process that was killed during its build doesn't block others", async () => {
  const first = start(`console.log("begun"); ${createSleepCode(120_000)}`);
  await expectOutput(first.output, "begun\n");
  first.child.kill("SIGKILL");
  await first.ended;
  const { stdout } = spawnSync(process.execPath, createBuilderArguments(), {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(stdout).toBe("built\n");
});
