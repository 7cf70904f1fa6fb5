import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openReleaseFolder } from "../../app/services/content/publishing/release-folder.ts";
import { setUpPublishingSite } from "../setup/publishing-site.ts";

const { folder, DATA_DIR, page, text, publish, fetchPage, getBody, getOutput, stopSite, startSite } =
  setUpPublishingSite();

/** Runs `work` while clients request pages, some of which come from the cache. @returns the requests, and those that failed */
async function runUnderLoad(work: () => Promise<void>) {
  const paths = [page, "/", "/en/product/list", "/search?q=%E9%BB%84%E8%8A%AA", "/plates/gan-cao.svg"];
  const controller = new AbortController();
  const failures: unknown[] = [];
  let requests = 0;
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let n = client; !controller.signal.aborted; n++) {
      const path = n % 3 === 0 ? `/product/list?keyword=${n}-${client}` : paths[n % paths.length]!;
      const response = await fetchPage(path).catch((error: unknown) => error);
      requests++;
      if (!(response instanceof Response) || response.status !== 200) failures.push([path, response]);
      else await response.text();
    }
  });
  await work();
  controller.abort();
  await Promise.all(clients);
  return { requests, failures };
}

test("while releases are published and undone under load no request fails, and the page changes each time", async () => {
  const { requests, failures } = await runUnderLoad(async () => {
    for (let round = 0; round < 10; round++) {
      const word = `第${round}轮`;
      appendFileSync(text, `\n${word}。\n`);
      expect((await publishInBackground()).code).toBe(0);
      await expect.poll(() => getBody(page)).toContain(word);
      expect((await publishInBackground("--undo")).code).toBe(0);
      await expect.poll(() => getBody(page)).not.toContain(word);
    }
  });
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(500);
});

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
