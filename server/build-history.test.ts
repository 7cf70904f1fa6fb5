import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { backUpAssets, recordBuild } from "./build-history.ts";

const home = process.cwd();
let folder: string;
beforeEach(() => {
  folder = createTestFolder();
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
});

const assets = "build/client/assets";

/** Simulates the framework's build, which empties its folder and writes new files. */
function build(id: string, ...names: string[]) {
  backUpAssets();
  rmSync("build/client", { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  for (const name of [`manifest-${id}.js`, ...names]) {
    writeFileSync(join(assets, name), name);
    writeFileSync(join(assets, `${name}.br`), "");
  }
  recordBuild(new Date("2026-11-20T10:00:00Z"));
}

const listPresentAssets = () => readdirSync(assets).filter((name) => !name.endsWith(".br"));

test("S19 the assets of the last three builds stay, and a JSON file describes each build", () => {
  build("one", "a-1.js", "shared-1.js");
  build("two", "a-2.js", "shared-1.js");
  build("three", "a-3.js", "shared-1.js");
  expect(listPresentAssets().filter((name) => name.startsWith("a-"))).toEqual(["a-1.js", "a-2.js", "a-3.js"]);
  build("four", "a-4.js");
  expect(listPresentAssets()).toEqual(
    ["a-2.js", "a-3.js", "a-4.js", "manifest-four.js", "manifest-three.js", "manifest-two.js", "shared-1.js"].sort(),
  );
  expect(existsSync(join(assets, "a-2.js.br"))).toBe(true);
  expect(JSON.parse(readFileSync("build/client/builds/latest.json", "utf8"))).toEqual({ id: "four" });
  expect(JSON.parse(readFileSync("build/client/builds/meta/three.json", "utf8"))).toEqual({
    id: "three",
    time: "2026-11-20T10:00:00.000Z",
    assets: ["a-3.js", "manifest-three.js", "shared-1.js"],
  });
});

test("a repeated build counts once, and replaces no other build", () => {
  for (const id of ["one", "two", "two", "two"]) build(id, `a-${id}.js`);
  expect(listPresentAssets()).toContain("a-one.js");
  expect(JSON.parse(readFileSync("build/builds.json", "utf8"))).toHaveLength(2);
});

test("a failed build doesn't delete the files of earlier builds", () => {
  build("one", "a-1.js");
  backUpAssets();
  rmSync("build/client", { recursive: true, force: true });
  build("two", "a-2.js");
  expect(listPresentAssets()).toContain("a-1.js");
});
