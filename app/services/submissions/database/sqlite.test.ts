import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createMissedCounter, listMissedWords } from "#app/services/submissions/inbox/missed-searches.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createDatabaseCheck } from "./database-check.ts";
import { openDatabase } from "./database.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, "site.sqlite");
});

const open = () => openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder });

async function createFilledDatabase(): Promise<void> {
  const database = await open();
  const repository = createRepository(database);
  for (let n = 0; n < 50; n++) {
    const payload = { content: "x".repeat(4000) };
    await repository.store({ kind: "guestbook", payload, contact: "a@b.cn", idempotencyKey: `k${n}` });
  }
  await database.destroy();
}

function overwrite(offset: number, length: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(length, 0x5a), 0, length, offset);
}

describe("a damaged file is reported with advice and isn't changed", () => {
  test.each<[string, () => void]>([
    ["its header is overwritten", () => overwrite(0, 100)],
    ["pages in its middle are overwritten", () => overwrite(4096 * 10, 4096 * 5)],
    ["its end is missing", () => writeFileSync(file, readFileSync(file).subarray(0, 4096 * 12))],
    ["most of it is missing", () => writeFileSync(file, readFileSync(file).subarray(0, 300))],
    ["it is another kind of file", () => writeFileSync(file, "<!doctype html>\n".repeat(1000))],
    ["it has 0 bytes", () => writeFileSync(file, "")],
    [
      "it is missing, but its write-ahead log exists",
      () => {
        rmSync(file);
        writeFileSync(`${file}-wal`, "x".repeat(5000));
      },
    ],
  ])("the damage: %s", async (_, damageFile) => {
    await createFilledDatabase();
    damageFile();
    const sizeBefore = statSync(file, { throwIfNoEntry: false })?.size;
    const message =
      /^DATA_DIR=\S+: site\.sqlite is damaged \([^\n]+\); put a backup in its place: docs\/operations\.md, "The database is damaged"$/;
    for (let time = 0; time < 2; time++) await expect(open()).rejects.toThrow(message);
    expect(statSync(file, { throwIfNoEntry: false })?.size).toBe(sizeBefore);
  });
});

test("a file that another process is creating is opened once it has its tables", async () => {
  await createFilledDatabase();
  const filledFile = join(folder, "filled.sqlite");
  renameSync(file, filledFile);
  writeFileSync(file, "");
  const fill = `process.stdin.once("data", () => setTimeout(() => fs.writeFileSync(${JSON.stringify(file)}, bytes), 50))`;
  const child = spawn(process.execPath, [
    "-e",
    `const bytes = fs.readFileSync(${JSON.stringify(filledFile)}); ${fill}; console.log("ready")`,
  ]);
  await once(child.stdout, "data");
  child.stdin.end("now");
  const database = await open();
  expect(await createRepository(database).list()).toHaveLength(50);
  await database.destroy();
});

const skipReason = process.platform === "win32" ? "Windows has no file modes" : undefined;

describeUnless(skipReason)("permissions", () => {
  const getMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test("new and existing files are accessible to their owner only", async () => {
    folder = join(folder, "deep", "er");
    file = join(folder, "site.sqlite");
    const database = await open();
    const files = [file, `${file}-wal`, `${file}-shm`];
    expect([folder, join(folder, ".."), ...files].map(getMode)).toEqual(["700", "700", "600", "600", "600"]);
    for (const path of files) chmodSync(path, 0o644);
    const otherDatabase = await open();
    expect(files.map(getMode)).toEqual(["600", "600", "600"]);
    await Promise.all([database.destroy(), otherDatabase.destroy()]);
  });

  test("the permissions of an existing folder stay unchanged", async () => {
    const existingFolder = join(folder, "own");
    mkdirSync(existingFolder);
    chmodSync(existingFolder, 0o755);
    const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: existingFolder });
    expect(getMode(existingFolder)).toBe("755");
    await database.destroy();
  });
});

test("nothing is written to a file that was deleted or replaced, and the site isn't ready", async () => {
  await using database = await openDatabase({ DATA_DIR: folder });
  const repository = createRepository(database, []);
  renameSync(join(folder, "site.sqlite"), join(folder, "old.sqlite"));
  const list = () => repository.list();
  await expect(list()).rejects.toThrow(/site\.sqlite was deleted or replaced/);
  expect(await createDatabaseCheck(database)()).toBe("its file can't be opened");
  writeFileSync(join(folder, "site.sqlite"), "another file");
  await expect(list()).rejects.toThrow(/was deleted or replaced/);
});

test("another process's lock delays a submission, but not this process's other work", async () => {
  const database = await open();
  const other = new DatabaseSync(join(folder, "site.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  setTimeout(() => other.close(), 700);
  let turns = 0;
  const otherWork = setInterval(() => (turns += 1), 10);
  const submission = { kind: "guestbook", payload: {}, contact: "a@b.cn", idempotencyKey: "one" } as const;
  expect((await createRepository(database, []).store(submission)).status).toBe("stored");
  clearInterval(otherWork);
  expect(turns).toBeGreaterThan(5);
  await database.destroy();
});

test("another process's lock doesn't block readers, even while a writer waits", async () => {
  await using database = await open();
  const repository = createRepository(database, []);
  const missedCounter = createMissedCounter(database, createRecordingLog(), "UTC");
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  const events: string[] = [];
  const note = (event: string) => () => events.push(event);
  const submission = { kind: "guestbook", payload: {}, contact: "a@b.cn" } as const;
  const writes = [
    ...["a", "b", "c"].map((word) => missedCounter.count(word, "a").then(note("counted"))),
    ...["one", "two"].map((key) => repository.store({ ...submission, idempotencyKey: key }).then(note("stored"))),
  ];
  await repository.list().then(note("read"));
  other.close();
  await Promise.all(writes);
  expect(events[0]).toBe("read");
  expect(events.slice(1).sort()).toEqual(["counted", "counted", "counted", "stored", "stored"]);
  expect(await listMissedWords(database)).toHaveLength(3);
  expect(await repository.list()).toHaveLength(2);
});

test("a failed transaction throws its first error, even if SQLite has rolled it back itself", async () => {
  const database = await open();
  const transaction = database.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction);
    throw new Error("the first error");
  });
  await expect(transaction).rejects.toThrow("the first error");
  expect(await database.transaction().execute(async () => "committed")).toBe("committed");
  await database.destroy();
});
