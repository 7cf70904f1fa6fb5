import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { openDatabase } from "./database.ts";

test("a DATABASE_URL of another database than PostgreSQL is refused, and the message doesn't contain the password", async () => {
  const opening = openDatabase({ DATABASE_URL: "mysql://site:hidden@db.example/site", DATA_DIR: "data" });
  await expect(opening).rejects.toThrow(/^DATABASE_URL: must begin with postgres:\/\/ or postgresql:\/\/$/);
});

test.each(["", "below", "deep/below"])(
  "a DATA_DIR that is a file, or below a file (%j), is refused with a message for the operator",
  async (path) => {
    const folder = createTestFolder();
    const file = join(folder, "file");
    writeFileSync(file, "");
    const opening = openDatabase({ DATABASE_URL: undefined, DATA_DIR: join(file, path) });
    await expect(opening).rejects.toThrow(EnvironmentError);
    await expect(opening).rejects.toThrow(
      `DATA_DIR=${join(file, path)}: must be a folder that this process can write to`,
    );
  },
);

/** Root can write to every file, so the test pretends to be another user. */
const otherUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const module = resolve("app/services/submissions/database/database.ts");
const canRead =
  process.platform !== "win32" && spawnSync(process.execPath, ["--check", module], otherUser).status === 0;

test.skipIf(!canRead).each<[string, object, boolean]>([
  ["site.lock", {}, false],
  ["site.sqlite", {}, false],
  ["releases", {}, false],
  ["site.lock", { DATABASE_URL: "postgres://db.example/site" }, true],
  ["releases", { API_BASE_URL: "http://cms.example" }, true],
])("with %s of another user in DATA_DIR and %j the site starts: %j", (name, variables, isAccepted) => {
  const folder = createTestFolder();
  if (name === "releases") mkdirSync(join(folder, name));
  else writeFileSync(join(folder, name), "");
  chmodSync(join(folder, name), 0o555);
  chmodSync(folder, 0o777);
  const script = `
    const { claimDataFolder } = await import(${JSON.stringify(module)});
    try { claimDataFolder(${JSON.stringify({ ...variables, DATA_DIR: folder })}); console.log("claimed"); }
    catch ({ name, message }) { console.log(name, message); }`;
  const flags = ["--no-warnings", "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { ...otherUser, encoding: "utf8" });
  const problem = `EnvironmentError DATA_DIR=${folder}: must be a folder that this process can write to, as well as to the files in it (EACCES: permission denied, access '${join(folder, name)}'); as root: chown -R `;
  expect([stdout, stderr]).toEqual([isAccepted ? "claimed\n" : expect.stringContaining(problem), ""]);
});

test.skipIf(!canRead)("another user's folder is refused, without advice to change its owner", () => {
  const folder = createTestFolder();
  chmodSync(folder, 0o555);
  const script = `
    const { claimDataFolder } = await import(${JSON.stringify(module)});
    try { claimDataFolder(${JSON.stringify({ DATA_DIR: folder })}); } catch ({ message }) { console.log(message); }`;
  const flags = ["--no-warnings", "--input-type=module", "-e", script];
  const { stdout } = spawnSync(process.execPath, flags, { ...otherUser, encoding: "utf8" });
  expect(stdout).toMatch(/^DATA_DIR=\S+: must be a folder that this process can write to, .* \(EACCES: [^()]+\)\n$/);
});
