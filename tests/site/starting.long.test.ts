import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { addFields } from "../setup/content-fields.ts";
import { publishIn, runStart } from "../setup/run-script.ts";
import { startSite } from "../setup/running-site.ts";
import { testUnless } from "../setup/skipped.ts";
import { createTestFolder } from "../setup/test-folder.ts";

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
  expect(html).toMatch(/<h2>Specifications<\/h2>/);
  // The metadata doesn't name an English page, because it has no English text.
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

test("with a mistake and no release the site doesn't start: the mistake is reported before anything is built", () => {
  const folder = copySite();
  rmSync(join(folder, "build"), { recursive: true });
  addFields(join(folder, "content/product/huang-qi/index.cn.md"), "colour: yellow");
  const { status, stdout, stderr } = runStart({ PORT: "0", DATA_DIR: join(folder, "empty") }, folder);
  expect(status).toBe(1);
  expect(stderr).toMatch(mistake);
  expect(stdout).not.toContain("Building the site");
  expect(existsSync(join(folder, "build"))).toBe(false);
});

/** User for starting the site. Root can write to every folder, so for root it is another user. */
const otherUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const readArguments = ["-e", 'require("node:fs").accessSync("server/start.ts")'];
const canRead = process.platform !== "win32" && spawnSync(process.execPath, readArguments, otherUser).status === 0;

testUnless(canRead ? undefined : "nobody else may read this folder")(
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
