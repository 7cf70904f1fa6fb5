import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { setUpPublishingSite } from "#tests/setup/desk/publishing-site.ts";
import { publishIn, runScript } from "#tests/setup/programs/run-script.ts";

// tests/cluster checks that no request fails while a release is published.
const { folder, content, DATA_DIR, page, text, publish, fetchPage, getBody, getOutput, stopSite, startSite } =
  setUpPublishingSite();
const readReadiness = async () => (await (await fetchPage("/readyz")).json()) as { reasons: string[] };

test("--only publishes just the named parts, by the names that the dry run prints", async () => {
  const huangQiFile = join(content, "product/huang-qi/index.cn.md");
  const batch = join(content, "batch/HQ-2601.yaml");
  const [validHuangQi, validBatch] = [huangQiFile, batch].map((file) => readFileSync(file, "utf8")) as [string, string];
  publish();
  addFields(huangQiFile, "colour: yellow");
  appendFileSync(text, "\n先发布的一段。\n");
  writeFileSync(batch, validBatch.replace(/^produced: .*$/m, "produced: 2026-01-11"));
  expect(publish("--only", "gan-cao")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "“gan-cao”没有未发布的修改。还没有发布的有：batch/HQ-2601 product/gan-cao product/huang-qi\n",
  });
  expect(publish("--only").status).toBe(2);
  expect(publish("--only", "batch", "--undo").stderr).toBe("--undo 不能和其他选项一起用。\n");
  expect(publish("gan-cao").status).toBe(2);
  expect(publish("--only", "product").status).toBe(1);
  expect(publish("--dry-run", "--only", "batch").stdout).toMatch(/^~ batch HQ-2601.*\nWould be published: 1 changed\./);
  expect(publish("--only", "product/gan-cao", "batch/HQ-2601").status).toBe(0);
  await expect.poll(() => getBody(page)).toContain("先发布的一段");
  writeFileSync(huangQiFile, validHuangQi);
  expect(publish().stdout).toBe("Nothing has changed since the current release.\n");

  cpSync(join(content, "herbs/gan-cao.yaml"), join(content, "herbs/ren-shen-ye.yaml"));
  writeFileSync(huangQiFile, validHuangQi.replace(/^herb: .*$/m, "herb: ren-shen-ye"));
  const resultWithoutHerb = publish("--only", "product/huang-qi");
  expect([resultWithoutHerb.status, resultWithoutHerb.stderr]).toEqual([
    1,
    expect.stringContaining("要一起发布，请加上：herbs/ren-shen-ye"),
  ]);
  expect(publish("--only", "product/huang-qi", "herbs/ren-shen-ye").status).toBe(0);
});

test("a mistyped DATA_DIR is reported, and nothing is created", () => {
  const mistypedFolder = join(folder, "dta");
  for (const args of [[], ["--dry-run"], ["--undo"]]) {
    const { status, stdout, stderr } = publishIn(folder, { DATA_DIR: mistypedFolder }, ...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^DATA_DIR=\S+dta: there is no such folder, so no site has run with it\. /);
  }
  expect(existsSync(mistypedFolder)).toBe(false);
});

test("`publish` fails if API_BASE_URL is set", () => {
  expect(publishIn(folder, { DATA_DIR, API_BASE_URL: "http://127.0.0.1:9" })).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "API_BASE_URL is set: the content folder isn't published.\n",
  });
});

test("the script that an update runs before it starts new code compiles what is published", () => {
  const { status, stdout } = runScript(resolve("scripts/prepare-release.ts"), { DATA_DIR }, { cwd: folder });
  expect([status, stdout]).toEqual([0, ""]);
});

test("after an edit a search finds the new words, and no longer the old ones", async () => {
  const search = (word: string) => getBody(`/product/list?keyword=${word}&verbatim=1`);
  appendFileSync(text, "\nquokka\n");
  expect(publish().status).toBe(0);
  await expect.poll(() => search("quokka")).toContain(page);
  writeFileSync(text, readFileSync(text, "utf8").replace("quokka", "wombat"));
  expect(publish().status).toBe(0);
  await expect.poll(() => search("wombat")).toContain(page);
  expect(await search("quokka")).not.toContain(page);
});

function publishInBackground(...args: string[]) {
  const flags = ["--disable-warning=ExperimentalWarning", resolve("scripts/publish.ts"), ...args];
  const child = spawn(process.execPath, flags, { cwd: folder, env: { ...process.env, DATA_DIR }, stdio: "ignore" });
  const exit = once(child, "exit").then(([code]) => ({ code: code as number | null }));
  return Object.assign(exit, { kill: () => child.kill("SIGKILL") });
}

test("if publishing is killed ten times, the current release is always complete, and publishing works afterwards", async () => {
  const releases = openReleaseFolder(DATA_DIR);
  const start = performance.now();
  appendFileSync(text, "\n零。\n");
  await publishInBackground();
  const usualDurationMs = performance.now() - start;
  for (let kill = 0; kill < 10; kill++) {
    appendFileSync(text, `\n杀${kill}。\n`);
    const publication = publishInBackground();
    // Kills the process at different times, from shortly after its start to shortly after its usual end.
    await sleep((usualDurationMs * (kill + 1)) / 9);
    publication.kill();
    await publication;
    const currentRelease = releases.read(releases.readCurrentId()!)!;
    const paths = releases.getPaths(currentRelease.id);
    for (const { path, size } of currentRelease.files) {
      expect([path, readFileSync(join(releases.getFolder(currentRelease.id), path)).length]).toEqual([path, size]);
    }
    expect(readFileSync(paths.index).subarray(0, 15).toString()).toBe("SQLite format 3");
    expect((await fetchPage(page)).status).toBe(200);
  }
  expect(publish().status).toBe(0);
  await expect.poll(() => getBody(page)).toContain("杀9");
  expect(readdirSync(join(DATA_DIR, "releases")).filter((name) => name.startsWith("."))).toEqual([]);
  expect(getOutput()).not.toContain('"level":50');
});

test("two concurrent publishers take turns, and a site with a damaged pointer starts with the latest release", async () => {
  appendFileSync(text, "\n两人。\n");
  const [one, other] = await Promise.all([publishInBackground(), publishInBackground()]);
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(openReleaseFolder(DATA_DIR).list().length).toBeGreaterThan(1);
  await stopSite();
  writeFileSync(join(DATA_DIR, "releases", "current"), "");
  appendFileSync(text, "\n草稿。\n");
  await startSite();
  expect(await getBody(page)).toMatch(/两人(?!.*草稿)/s);
});

test("a missing content folder is reported in one sentence, and the site starts with the current release", async () => {
  const missingFolder = { DATA_DIR, CONTENT_DIR: join(folder, "nowhere") };
  const sentence = `CONTENT_DIR=${missingFolder.CONTENT_DIR}: there is no such folder\n`;
  expect(publishIn(folder, missingFolder)).toMatchObject({ status: 1, stderr: sentence });
  await stopSite();
  await startSite(missingFolder);
  expect((await readReadiness()).reasons).toEqual([]);
  expect(await getBody(page)).toContain("两人");
});
