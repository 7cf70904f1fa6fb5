import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createMediaDisk } from "./media-disk.ts";

let folder: string;
beforeEach(() => void (folder = createTestFolder()));

const createBytes = (size: number) => Buffer.alloc(size, "x");
const getTotalSize = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

function writeOldFile(name: string, size: number, seconds: number): void {
  writeFileSync(join(folder, name), createBytes(size));
  utimesSync(join(folder, name), seconds, seconds);
}

test("the oldest files are deleted before a new file is written", async () => {
  const disk = createMediaDisk(folder, createRecordingLog(), 300);
  for (const name of ["a", "b", "c"]) await disk.write(name, createBytes(100));
  await disk.write("d", createBytes(150));
  expect(readdirSync(folder)).toEqual(["c", "d"]);
  expect(Buffer.from((await disk.read("d"))!)).toEqual(createBytes(150));
  expect(await disk.read("a")).toBeUndefined();
});

test("the folder stays below its limit during concurrent writes, and files of earlier processes count", async () => {
  for (const [index, name] of ["old1", "old2", "old3"].entries()) writeOldFile(name, 400, 1000 + index);
  const disk = createMediaDisk(folder, createRecordingLog(), 1000);
  let maxSeen = 0;
  const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
  await Promise.all(
    names.map(async (name) => (await disk.write(name, createBytes(90)), (maxSeen = Math.max(maxSeen, getTotalSize())))),
  );
  expect(maxSeen).toBeLessThanOrEqual(1000);
  expect(readdirSync(folder)).toHaveLength(11);
  await disk.write("larger than all", createBytes(1001));
  expect(readdirSync(folder)).toHaveLength(11);
});

test("a rewritten file counts once", async () => {
  const disk = createMediaDisk(folder, createRecordingLog(), 1000);
  for (let n = 0; n < 20; n++) await disk.write("same", createBytes(100));
  for (const name of ["b", "c", "d", "e"]) await disk.write(name, createBytes(200));
  expect(readdirSync(folder)).toEqual(["b", "c", "d", "e", "same"]);
});

test("two processes that share a folder exceed the limit only slightly", async () => {
  const disks = [0, 1].map(() => createMediaDisk(folder, createRecordingLog(), 10_000));
  for (let n = 0; n < 300; n++) await disks[n % 2]!.write(`${n}`, createBytes(100));
  expect(getTotalSize()).toBeLessThanOrEqual(11_000);
});

test("partial files of crashed processes are removed, but not those of a running process", async () => {
  writeOldFile("a.1.part", 100, 1000);
  writeFileSync(join(folder, "b.2.part"), createBytes(100));
  await createMediaDisk(folder, createRecordingLog()).write("c", createBytes(100));
  expect(readdirSync(folder)).toEqual(["b.2.part", "c"]);
});

test("a failed write is logged, and leaves no partial file", async () => {
  const log = createRecordingLog();
  writeFileSync(join(folder, "file"), "");
  const disk = createMediaDisk(join(folder, "file"), log);
  await disk.write("a", createBytes(100));
  expect(log.lines.map(({ message }) => message)).toEqual(["a picture could not be kept"]);
  expect(await disk.read("a")).toBeUndefined();
  expect(readdirSync(folder)).toEqual(["file"]);
});

test("a read during a replacement returns the whole old or the whole new file", async () => {
  const disk = createMediaDisk(folder, createRecordingLog());
  await disk.write("same", createBytes(200_000));
  const readings = Array.from({ length: 20 }, () => disk.read("same"));
  await disk.write("same", Buffer.alloc(100_000, "y"));
  for (const read of await Promise.all(readings)) {
    expect(["x".repeat(200_000), "y".repeat(100_000)]).toContain(Buffer.from(read!).toString());
  }
});
