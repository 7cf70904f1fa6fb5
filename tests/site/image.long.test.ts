import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, type Dirent } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { listOwnEntries } from "#tests/setup/content/own-entries.ts";
import { runScript } from "#tests/setup/programs/run-script.ts";
import { startFlags } from "#tests/setup/programs/start-flags.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { startSite } from "#tests/setup/site/running-site.ts";

const dockerfile = readFileSync("deploy/Dockerfile", "utf8");
const ignoredPaths = readFileSync(".dockerignore", "utf8").split("\n");

/** Paths that the last stage of the image copies from the build. */
const copiedPaths = [...dockerfile.matchAll(/^COPY --from=build \/site\/(\S+) /gm)].map(([, path]) => path!);

const folder = setUpTestFolder();
const site = join(folder, "site");
afterAll(() => setFolderModes(0o755));

const getPath = (entry: Dirent) => join(entry.parentPath, entry.name);
const listPaths = () => listOwnEntries(site).map(getPath);

function setFolderModes(mode: number): void {
  const folders = listOwnEntries(site).filter((entry) => entry.isDirectory());
  for (const path of [site, ...folders.map(getPath)]) chmodSync(path, mode);
}

test("the image's files suffice to serve the site, which writes only to DATA_DIR", async () => {
  expect(copiedPaths).toEqual([
    ...["package.json", "deploy/start-built.ts", "server", "app", "scripts", "public", "content", "build"],
  ]);
  mkdirSync(join(site, "deploy"), { recursive: true });
  for (const path of copiedPaths) {
    const sitePath = join(inject("siteFolder"), path);
    cpSync(existsSync(sitePath) ? sitePath : path, join(site, path), { recursive: true, dereference: true });
  }
  symlinkSync(resolve("node_modules"), join(site, "node_modules"));
  // Makes the folders read-only, as in the image.
  setFolderModes(0o555);
  const pathsBefore = listPaths();
  const DATA_DIR = join(folder, "data");
  const runningSite = await startSite({ DATA_DIR, NODE_ENV: undefined! }, site, undefined, "deploy/start-built.ts");
  for (const path of ["/", "/en/product/info/huang-qi", "/plates/huang-qi.svg", "/en/search?q=astragalus"]) {
    expect((await fetch(runningSite.origin + path)).status).toBe(200);
  }
  expect(runningSite.output()).not.toContain("Building");
  expect(await runningSite.stop()).toBe(0);
  expect(listPaths()).toEqual(pathsBefore);
  expect(readdirSync(DATA_DIR)).toContain("site.sqlite");
});

test("a missing build or an invalid variable is reported with a message and exit code 1", () => {
  const start = (cwd: string, variables = {}) =>
    runScript(resolve("deploy/start-built.ts"), { PORT: "0", ...variables }, { cwd });
  const { status, stderr } = start(folder);
  expect([status, stderr]).toEqual([1, "There is no build here. Run `npm run build` first.\n"]);
  expect(start(".", { PORT: "eighty" }).stderr).toBe("PORT=eighty: must be a number\n");
});

test("the image contains all files that a build needs", () => {
  const roots = [
    "app",
    "content",
    "public",
    "server",
    "scripts",
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "vite.editor.config.ts",
  ];
  for (const root of [...roots, "deploy/start-built.ts"]) expect(ignoredPaths).toContain(`!${root}`);
});

test("image and service start Node with the flags of npm start", () => {
  const findFlags = (line: string) => line.match(/--[\w-]+(=[\w.]+)?/g);
  const service = readFileSync("deploy/systemd/herbal-website.service", "utf8");
  expect(findFlags(/^CMD .*/m.exec(dockerfile)![0])).toEqual(startFlags);
  expect(findFlags(/^ExecStart=.*/m.exec(service)![0])).toEqual(startFlags);
});
