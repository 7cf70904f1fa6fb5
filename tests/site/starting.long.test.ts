import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { publishIn, runScript, runStart } from "#tests/setup/programs/run-script.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { startSite } from "#tests/setup/site/running-site.ts";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";

/** Creates a copy of the site whose content a test can change. Code and packages are links. */
function copySite(): string {
  const folder = createTestFolder();
  for (const name of ["app", "server", "scripts", "node_modules", "package.json", "package-lock.json"]) {
    symlinkSync(resolve(name), join(folder, name));
  }
  for (const name of ["vite.config.ts", "vite.editor.config.ts", "react-router.config.ts"])
    symlinkSync(resolve(name), join(folder, name));
  for (const name of ["content", "build", "public", "data"]) {
    cpSync(join(inject("siteFolder"), name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  return folder;
}

test("publishing lists a missing translation, and the page falls back to the other language, with a note", async () => {
  const folder = copySite();
  for (const file of ["product/huang-qi/index.en.md", "settings/en.yaml", "menu/en.yaml", "adverts/en.yaml"]) {
    rmSync(join(folder, "content", file));
  }
  const DATA_DIR = join(folder, "data");
  expect(publishIn(folder, { DATA_DIR }).stderr).toContain("content/product/huang-qi/index.en.md");
  const site = await startSite({ DATA_DIR, SITE_URL: "https://site.example" }, folder);
  expect(site.output()).not.toContain('"level":50');
  const html = await (await fetch(`${site.origin}/en/product/info/huang-qi`)).text();
  expect(html).toContain('<html lang="en-US"');
  expect(html).toMatch(/<header[^>]*><div[^>]* lang="zh-CN"><h1>黄芪<\/h1>/);
  expect(html).toContain("This page isn’t available in English yet");
  expect(html).toMatch(/<li[^>]* lang="zh-CN"[^>]*><a[^>]*>产品<\/a>/);
  expect(html).toMatch(/<h2 lang="zh-CN">安徽岐谷本草/);
  expect(html).toMatch(/<h2[^>]*>Specifications<\/h2>/);
  // The metadata names no English alternate, because the item has no English text.
  expect(html).not.toContain('hrefLang="en-US"');
  expect(html).toContain('rel="canonical" href="https://site.example/product/info/huang-qi"');
  const sitemap = await (await fetch(`${site.origin}/sitemap-product.xml`)).text();
  expect(sitemap).toContain("<loc>https://site.example/product/info/huang-qi</loc>");
  expect(sitemap).not.toContain("/en/product/info/huang-qi<");
  expect(sitemap).toContain("/en/product/info/dang-gui<");
  expect(await (await fetch(`${site.origin}/en`)).text()).toMatch(/<h1[^>]* lang="zh-CN"/);
  await site.stop();
});

const mistake = /content\/product\/huang-qi\/index\.cn\.md:\d+ {2}colour {2}没有这个字段/;

test("with a mistake and no release the site doesn't start: the mistake ends the build beside it", () => {
  const folder = copySite();
  rmSync(join(folder, "build"), { recursive: true });
  addFields(join(folder, "content/product/huang-qi/index.cn.md"), "colour: yellow");
  const { status, stdout, stderr } = runStart({ PORT: "0", DATA_DIR: join(folder, "empty") }, folder);
  expect(status).toBe(1);
  expect(stderr).toMatch(mistake);
  expect(stdout).toContain("Building the site");
  expect(existsSync(join(folder, "build/stamp.json"))).toBe(false);
});

/** User that starts the site. Root becomes another user, because root can write to every folder. */
const otherUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const readArguments = ["-e", 'require("node:fs").accessSync("server/start.ts")'];
const canRead = process.platform !== "win32" && spawnSync(process.execPath, readArguments, otherUser).status === 0;

testUnless(canRead ? undefined : "another user can't read the folder of the code")(
  "new code in a folder that can't be written to is reported in a clear sentence",
  () => {
    const folder = copySite();
    rmSync(join(folder, "build/stamp.json"));
    const DATA_DIR = join(folder, "data");
    for (const entry of [DATA_DIR, ...readdirSync(DATA_DIR, { recursive: true, encoding: "utf8" })]) {
      chmodSync(resolve(DATA_DIR, entry), 0o777);
    }
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));
    const { status, stderr } = runStart({ PORT: "0", DATA_DIR }, folder, otherUser);
    const sentence =
      /^The build doesn't match [^\n]*: \S+ must be a folder that this process can write to \([^\n]+\)\.\n$/;
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  },
);

async function readSite(folder: ReturnType<typeof createSiteFolder>, DATA_DIR: string) {
  const site = await folder.start({ DATA_DIR });
  const page = await (await fetch(`${site.origin}/product/info/gan-cao`)).text();
  const { reasons } = (await (await fetch(`${site.origin}/readyz`)).json()) as { reasons: string[] };
  await site.stop();
  return { page, reasons };
}

test("after a start the site serves the published content, even if the code is new or a draft has a mistake", async () => {
  const folder = createSiteFolder();
  onTestFinished(folder.dispose);
  const DATA_DIR = join(folder.folder, "data");
  const file = join(folder.content, "product/gan-cao/index.cn.md");
  appendFileSync(file, "\n发布的一段。\n");
  folder.publish({ DATA_DIR });
  writeFileSync(file, readFileSync(file, "utf8").replace("发布的", "草稿的").replace("---\n", "---\ncolour: yellow\n"));
  const published = { page: expect.stringContaining("发布的一段"), reasons: [] };
  expect(await readSite(folder, DATA_DIR)).toEqual(published);
  const releases = openReleaseFolder(DATA_DIR);
  const release = releases.readCurrent()!;
  const description = join(releases.getFolder(release.id), "release.json");
  const setCode = (indexVersion: number) =>
    writeFileSync(description, JSON.stringify({ ...release, indexVersion, compiler: "0".repeat(64) }));
  setCode(1);
  expect(await readSite(folder, DATA_DIR)).toEqual(published);
  expect(releases.readCurrent()!.id).not.toBe(release.id);

  // The new code refuses the published content, but can read the index that the previous code compiled.
  await releases.makeCurrent(release.id);
  for (const { id } of releases.list()) if (id !== release.id) rmSync(releases.getFolder(id), { recursive: true });
  setCode(release.indexVersion);
  addFields(join(releases.getFolder(release.id), "source/content/product/gan-cao/index.cn.md"), "colour: yellow");
  const sentence =
    "content: 1 mistake (the site still serves the last compiled content; correct the content and publish it)";
  expect(await readSite(folder, DATA_DIR)).toEqual({ ...published, reasons: [sentence] });
});

test("a start without a usable database leaves the release unchanged", async () => {
  const folder = createSiteFolder();
  onTestFinished(folder.dispose);
  const DATA_DIR = join(folder.folder, "data");
  const releases = openReleaseFolder(DATA_DIR);
  const release = releases.readCurrent()!;
  const description = { ...release, compiler: "0".repeat(64) };
  writeFileSync(join(releases.getFolder(release.id), "release.json"), JSON.stringify(description));
  const database = await openDatabase({ DATA_DIR });
  await sql`insert into kysely_migration (name, timestamp) values ('0999-of-tomorrow', '2027-01-01')`.execute(database);
  await database.destroy();
  const start = resolve("deploy/start-built.ts");
  const { status, stdout, stderr } = runScript(start, { DATA_DIR, PORT: "0" }, { cwd: folder.folder });
  expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("(0999-of-tomorrow)")]);
  expect(releases.readCurrentId()).toBe(release.id);
});
