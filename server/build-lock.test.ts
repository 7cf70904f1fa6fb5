import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const lockModule = pathToFileURL(resolve("server/build-lock.ts")).href;
let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  lock = join(folder, "build.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that does `before`, and then builds in the folder. */
function builder(before = "", work = "console.log('built')"): string[] {
  const script = `
    import { existsSync, writeFileSync } from "node:fs";
    import { whileNobodyBuilds } from ${JSON.stringify(lockModule)};
    ${before}
    whileNobodyBuilds(() => { ${work} });
    console.log(existsSync("build.lock") ? "kept the lock" : "let go");`;
  return ["--no-warnings", "--input-type=module", "-e", script];
}

const build = (before?: string) =>
  spawnSync(process.execPath, builder(before), { cwd: folder, encoding: "utf8", timeout: 4000 }).stdout;

/** A lock that was taken so many seconds ago. */
function leftOver(owner: string, seconds: number): void {
  writeFileSync(lock, owner);
  const then = Date.now() / 1000 - seconds;
  utimesSync(lock, then, then);
}

test("a lock that names the process itself is of one that had its number before", () => {
  expect(build('writeFileSync("build.lock", String(process.pid));')).toBe("built\nlet go\n");
});

test.runIf(process.platform === "linux")("a lock that is older than the process that it names is taken over", () => {
  leftOver(String(process.pid), process.uptime() + 60);
  expect(build()).toBe("built\nlet go\n");
});

test.each([
  ["of a process that has ended", "4194303", 1],
  ["that is older than any build", String(process.ppid), 11 * 60],
  ["in which nobody has written a number", "", 10],
])("a lock %s is taken over", (_what, owner, seconds) => {
  leftOver(owner, seconds);
  expect(build()).toBe("built\nlet go\n");
});

test("who waits says for whom, once, and builds when that one has finished", async () => {
  writeFileSync(lock, String(process.pid));
  const child = spawn(process.execPath, builder(), { cwd: folder });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  const ended = new Promise((done) => child.once("close", done));
  const said = `Waiting for process ${process.pid}, which is building (if it isn't, delete build.lock) …\n`;
  await expect.poll(() => output, { timeout: 4000 }).toBe(said);
  await sleep(500);
  expect(output).toBe(said);
  rmSync(lock);
  await ended;
  expect(output).toBe(`${said}built\nlet go\n`);
});

test("who was taken over doesn't let go what is another's", () => {
  const taken = builder("", 'writeFileSync("build.lock", "1")');
  const { stdout } = spawnSync(process.execPath, taken, { cwd: folder, encoding: "utf8", timeout: 4000 });
  expect([stdout, readFileSync(lock, "utf8")]).toEqual(["kept the lock\n", "1"]);
});

test("two that are started at once build one after the other", async () => {
  const builds = join(folder, "builds");
  const slowly = `
    const write = (word) => writeFileSync("builds", word + " ", { flag: "a" });
    write("from"); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); write("to");`;
  const ends = [1, 2].map(() => {
    const child = spawn(process.execPath, builder("", slowly), { cwd: folder });
    return new Promise((done) => child.once("close", done));
  });
  await Promise.all(ends);
  expect(readFileSync(builds, "utf8")).toBe("from to from to ");
});
