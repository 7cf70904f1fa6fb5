import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openReleaseFolder } from "../../app/services/content/publishing/release-folder.ts";
import { setUpPublishingSite } from "../setup/publishing-site.ts";

// That no request fails while a release is published is shown by tests/cluster.
const { folder, DATA_DIR, page, text, publish, fetchPage, getBody, getOutput, stopSite, startSite } =
  setUpPublishingSite();

/** Publishes in another process. */
function publishInBackground(...args: string[]) {
  const flags = ["--disable-warning=ExperimentalWarning", resolve("scripts/publish.ts"), ...args];
  const child = spawn(process.execPath, flags, { cwd: folder, env: { ...process.env, DATA_DIR }, stdio: "ignore" });
  const exit = once(child, "exit").then(([code]) => ({ code: code as number | null }));
  return Object.assign(exit, { kill: () => child.kill("SIGKILL") });
}

test("if publishing is killed twenty times, the current release is always complete, and publishing works afterwards", async () => {
  const releases = openReleaseFolder(DATA_DIR);
  const start = performance.now();
  appendFileSync(text, "\n零。\n");
  await publishInBackground();
  const usualDurationMs = performance.now() - start;
  for (let kill = 0; kill < 20; kill++) {
    appendFileSync(text, `\n杀${kill}。\n`);
    const publication = publishInBackground();
    // The process is killed at different times, from its start to shortly after its usual end.
    await sleep((usualDurationMs * (kill + 1)) / 18);
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
  await expect.poll(() => getBody(page)).toContain("杀19");
  expect(readdirSync(join(DATA_DIR, "releases")).filter((name) => name.startsWith("."))).toEqual([]);
  expect(getOutput()).not.toContain('"level":50');
});

test("two concurrent publishers take turns, and a site with a half-written folder starts", async () => {
  appendFileSync(text, "\n两人。\n");
  const [one, other] = await Promise.all([publishInBackground(), publishInBackground()]);
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(openReleaseFolder(DATA_DIR).list().length).toBeGreaterThan(1);
  await stopSite();
  writeFileSync(join(DATA_DIR, "releases", "current"), "");
  await startSite();
  expect(await getBody(page)).toContain("两人");
});
