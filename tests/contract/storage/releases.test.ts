import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createReleaseDatabase, type ReleaseDatabase } from "#app/services/content/releases/release-database.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { createReleaseStore } from "#app/services/content/releases/release-store.ts";
import { indexName, maxReleases, type Release } from "#app/services/content/releases/release.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

const hashBytes = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const createId = (number: number) => `2026-11-21T100000Z-${String(999_999 - number)}`;

describeEachDatabase((storage) => {
  let releases: ReleaseDatabase;
  let folder: string;
  beforeEach(() => {
    folder = createTestFolder();
    releases = createReleaseDatabase(storage.database);
  });

  function createRelease(number: number, files: Record<string, Buffer>): Release {
    for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folder, path), bytes);
    return {
      // Ids created within one second have no order, but times do.
      ...{ id: createId(number), time: new Date(Date.UTC(2026, 10, 21, 10, 0, 0, number)).toISOString() },
      ...{ by: "test", indexVersion: 1, changes: [] },
      ...{ folder: hashBytes(Buffer.from("")), compiler: hashBytes(Buffer.from("")) },
      counts: { added: 1, changed: 0, removed: 0 },
      files: Object.entries(files).map(([path, bytes]) => ({ path, hash: hashBytes(bytes), size: bytes.length })),
    };
  }
  const add = (release: Release, expected?: string) => releases.add(release, folder, expected);

  test("a stored release is read unchanged, also with empty files and files of several chunks", async () => {
    const files = { large: randomBytes(2_500_000), empty: Buffer.from("") };
    const release = createRelease(1, files);
    await add(release);
    expect([await releases.readCurrentId(), await releases.read(release.id)]).toEqual([release.id, release]);
    for (const bytes of Object.values(files)) {
      await releases.fetchFile(hashBytes(bytes), join(folder, "fetched"));
      expect(readFileSync(join(folder, "fetched")).equals(bytes)).toBe(true);
    }
    await expect(releases.fetchFile(hashBytes(Buffer.from("other")), join(folder, "fetched"))).rejects.toThrow(
      "stored",
    );
  });

  test("if two processes publish after the same release, the second one is rejected", async () => {
    const [first, second, third] = [1, 2, 3].map((number) => createRelease(number, { file: Buffer.from(`${number}`) }));
    await add(first!);
    await add(second!, first!.id);
    await expect(add(third!, first!.id)).rejects.toThrow("another process has published");
    expect(await releases.readCurrentId()).toBe(second!.id);
    await expect(releases.makeCurrent(first!.id, first!.id)).rejects.toThrow("another process has published");
    await releases.makeCurrent(first!.id, second!.id);
    expect(await releases.readCurrentId()).toBe(first!.id);
    expect((await releases.list()).map(({ id }) => id)).toEqual([second!.id, first!.id]);
  });

  test("another node fetches the current release, and makes hard links to the files that it already has", async () => {
    const [common, file] = [Buffer.from("common"), "files/plates/a.svg"];
    for (const path of ["files/plates", "node"]) mkdirSync(join(folder, path), { recursive: true });
    const first = createRelease(1, { [indexName]: Buffer.from("one"), [file]: common });
    await add(first);
    const node = openReleaseFolder(join(folder, "node"));
    const store = createReleaseStore(node, releases);
    const lock = await node.lock("test");
    expect([await store.isOutdated(), await store.readCurrent()]).toEqual([true, first]);
    const second = createRelease(2, { [indexName]: Buffer.from("two"), [file]: common });
    await add(second, first.id);
    expect([await store.isOutdated(), await store.readCurrent()]).toEqual([true, second]);
    expect(await store.isOutdated()).toBe(false);
    lock.release();
    const paths = [first, second].map(({ id }) => join(node.getFolder(id), file));
    expect(readFileSync(paths[1]!).equals(common)).toBe(true);
    expect(statSync(paths[0]!).ino).toBe(statSync(paths[1]!).ino);
  });

  test("the latest releases are kept, with the files that they share with earlier ones", async () => {
    const common = Buffer.from("common");
    let previous: string | undefined;
    for (let number = 0; number <= maxReleases; number++) {
      const release = createRelease(number, { common, own: Buffer.from(`of ${number}`) });
      await add(release, previous);
      previous = release.id;
    }
    expect(await releases.list()).toHaveLength(maxReleases);
    expect(await releases.read(createId(0))).toBeUndefined();
    await releases.fetchFile(hashBytes(common), join(folder, "fetched"));
    await releases.fetchFile(hashBytes(Buffer.from("of 1")), join(folder, "fetched"));
    await expect(releases.fetchFile(hashBytes(Buffer.from("of 0")), join(folder, "fetched"))).rejects.toThrow("stored");
  });
});
