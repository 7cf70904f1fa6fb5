import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.ts";
import { createRepository } from "./repository.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  file = join(folder, "site.sqlite");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const open = () => openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder });

/** A database with enough in it for pages in the middle. */
async function fill(): Promise<void> {
  const database = await open();
  const repository = createRepository(database);
  for (let n = 0; n < 50; n++) {
    const payload = { content: "x".repeat(4000) };
    await repository.accept({ kind: "guestbook", payload, contact: "a@b.cn", idempotencyKey: `k${n}` });
  }
  await database.destroy();
}

/** Overwrites a part of the file. */
function damage(offset: number, length: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(length, 0x5a), 0, length, offset);
}

describe("a damaged file is said to be one, with what to do, and is left as it is", () => {
  test.each<[string, () => void]>([
    ["its header", () => damage(0, 100)],
    ["its first page", () => damage(100, 3000)],
    ["pages in its middle", () => damage(4096 * 10, 4096 * 5)],
    ["its end is missing", () => writeFileSync(file, readFileSync(file).subarray(0, 4096 * 12))],
    ["most of it is missing", () => writeFileSync(file, readFileSync(file).subarray(0, 300))],
    ["it is another kind of file", () => writeFileSync(file, "<!doctype html>\n".repeat(1000))],
    ["it has 0 bytes", () => writeFileSync(file, "")],
    [
      "it is gone, and its log isn't",
      () => {
        rmSync(file);
        writeFileSync(`${file}-wal`, "x".repeat(5000));
      },
    ],
  ])("%s", async (_, harm) => {
    await fill();
    harm();
    const before = statSync(file, { throwIfNoEntry: false })?.size;
    const said =
      /^DATA_DIR=\S+: site\.sqlite is damaged \([^\n]+\); put a backup in its place: docs\/operations\.md, "The database is damaged"$/;
    for (let time = 0; time < 2; time++) await expect(open()).rejects.toThrow(said);
    expect(statSync(file, { throwIfNoEntry: false })?.size).toBe(before);
  });

  test("one that is fine isn't", async () => {
    await fill();
    const database = await open();
    expect(await createRepository(database).list()).toHaveLength(50);
    await database.destroy();
  });
});

describe.runIf(process.platform !== "win32")("its rights", () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test("what it makes is for its own user, what is there already too", async () => {
    folder = join(folder, "deep", "er");
    file = join(folder, "site.sqlite");
    const database = await open();
    const files = [file, `${file}-wal`, `${file}-shm`];
    expect([folder, join(folder, ".."), ...files].map(modeOf)).toEqual(["700", "700", "600", "600", "600"]);
    for (const one of files) chmodSync(one, 0o644);
    const another = await open();
    expect(files.map(modeOf)).toEqual(["600", "600", "600"]);
    await Promise.all([database.destroy(), another.destroy()]);
  });

  test("a folder of the operator's stays as it is", async () => {
    const own = join(folder, "own");
    mkdirSync(own);
    chmodSync(own, 0o755);
    const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: own });
    expect(modeOf(own)).toBe("755");
    await database.destroy();
  });
});

test("a transaction that fails says what failed first, though SQLite has rolled it back by itself", async () => {
  const database = await open();
  const failing = database.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction);
    throw new Error("the first error");
  });
  await expect(failing).rejects.toThrow("the first error");
  expect(await database.transaction().execute(async () => "fine")).toBe("fine");
  await database.destroy();
});
