import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishIn } from "../setup/publish-in.ts";
import { setUpPublishingSite } from "../setup/publishing-site.ts";

const { folder, DATA_DIR, page, text, publish, fetchPage, getBody, stopSite, startSite } = setUpPublishingSite();
const readReadiness = async () => (await (await fetchPage("/readyz")).json()) as { reasons: string[] };

test("a mistyped DATA_DIR is reported, and nothing is created", () => {
  const mistypedFolder = join(folder, "dta");
  for (const args of [[], ["--dry-run"], ["--undo"]]) {
    const { status, stdout, stderr } = publishIn(folder, { DATA_DIR: mistypedFolder }, ...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^DATA_DIR=\S+dta: there is no such folder, so no site has run with it\. /);
  }
  expect(existsSync(mistypedFolder)).toBe(false);
});

test("with an owner's API nothing is published", () => {
  expect(publishIn(folder, { DATA_DIR, API_BASE_URL: "http://127.0.0.1:9" })).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "API_BASE_URL is set: the content folder isn't published.\n",
  });
});

test("a search finds the words of an edit, and no longer those before it", async () => {
  const search = (word: string) => getBody(`/product/list?keyword=${word}&verbatim=1`);
  appendFileSync(text, "\nquokka\n");
  expect(publish().status).toBe(0);
  await expect.poll(() => search("quokka")).toContain(page);
  writeFileSync(text, readFileSync(text, "utf8").replace("quokka", "wombat"));
  expect(publish().status).toBe(0);
  await expect.poll(() => search("wombat")).toContain(page);
  expect(await search("quokka")).not.toContain(page);
});

test("a missing content folder is reported in one sentence, and the site starts with the current release", async () => {
  const missingFolder = { DATA_DIR, CONTENT_DIR: join(folder, "nowhere") };
  const sentence = `CONTENT_DIR=${missingFolder.CONTENT_DIR}: there is no such folder\n`;
  expect(publishIn(folder, missingFolder)).toMatchObject({ status: 1, stderr: sentence });
  await stopSite();
  await startSite(missingFolder);
  expect((await readReadiness()).reasons).toEqual([expect.stringMatching(/^content: 1 mistake /)]);
  expect(await getBody(page)).toContain("wombat");
});
