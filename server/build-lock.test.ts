import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const lockModule = pathToFileURL(resolve("server/build-lock.ts")).href;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that builds in the folder. */
function builder(work = "console.log('built')"): string[] {
  const script = `
    import { existsSync, writeFileSync } from "node:fs";
    import { whileNobodyBuilds } from ${JSON.stringify(lockModule)};
    whileNobodyBuilds(() => { ${work} });`;
  return ["--no-warnings", "--input-type=module", "-e", script];
}

const sleepFor = (milliseconds: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});`;

/** Starts a process; `output` is what it has said so far. */
function start(work?: string) {
  const child = spawn(process.execPath, builder(work), { cwd: folder });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  return { child, output: () => output, ended: new Promise((done) => child.once("close", done)) };
}

const isSaid = (output: () => string, text: string) => expect.poll(output, { timeout: 10_000 }).toBe(text);

test("who waits says so, once, and builds when the other has finished", { timeout: 20_000 }, async () => {
  const first = start(`console.log("begun"); while (!existsSync("go")) ${sleepFor(20)}`);
  await isSaid(first.output, "begun\n");
  const second = start();
  const said = "Waiting for another process, which is building …\n";
  await isSaid(second.output, said);
  await sleep(500);
  expect(second.output()).toBe(said);
  writeFileSync(join(folder, "go"), "");
  await Promise.all([first.ended, second.ended]);
  expect(second.output()).toBe(`${said}built\n`);
});

test("a process that was killed while it built holds nobody up", { timeout: 20_000 }, async () => {
  const first = start(`console.log("begun"); ${sleepFor(60_000)}`);
  await isSaid(first.output, "begun\n");
  first.child.kill("SIGKILL");
  await first.ended;
  const { stdout } = spawnSync(process.execPath, builder(), { cwd: folder, encoding: "utf8", timeout: 10_000 });
  expect(stdout).toBe("built\n");
});

test("so does one whose build failed and ended it", () => {
  spawnSync(process.execPath, builder("process.exit(1)"), { cwd: folder, timeout: 10_000 });
  const { stdout } = spawnSync(process.execPath, builder(), { cwd: folder, encoding: "utf8", timeout: 10_000 });
  expect(stdout).toBe("built\n");
});

test("two that are started at once build one after the other", async () => {
  const write = (word: string) => `writeFileSync("builds", "${word} ", { flag: "a" });`;
  const slowly = `${write("from")} ${sleepFor(300)} ${write("to")}`;
  await Promise.all([start(slowly), start(slowly)].map(({ ended }) => ended));
  expect(readFileSync(join(folder, "builds"), "utf8")).toBe("from to from to ");
});
