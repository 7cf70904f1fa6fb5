import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishIn } from "../setup/publish-in.ts";
import { setUpPublishingSite } from "../setup/publishing-site.ts";

const { folder, content, DATA_DIR, page, text, publish, fetchPage, getBody, stopSite, startSite } =
  setUpPublishingSite();
const facts = join(content, "product/huang-qi/item.yaml");
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

test("content can be published before the site's first start, and the command says that no site shows it yet", () => {
  const waitingFolder = join(folder, "waiting");
  mkdirSync(waitingFolder);
  const sentence = `No site has run with DATA_DIR=${waitingFolder} yet: a site shows this release when it starts.\n`;
  expect(publishIn(folder, { DATA_DIR: waitingFolder })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(sentence),
  });
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

test("after an undo a start publishes the folder again only if it was edited", async () => {
  appendFileSync(text, "\n新的一段。\n");
  expect(publish().status).toBe(0);
  expect(publish("--undo").status).toBe(0);
  await stopSite();
  await startSite();
  expect(await getBody(page)).not.toContain("新的一段");
  await stopSite();
  appendFileSync(text, "\n还有一段。\n");
  await startSite();
  expect(await getBody(page)).toMatch(/新的一段[\s\S]*还有一段/);
});

test("a start with a mistake shows the last good release and reports the mistake until the content is published", async () => {
  const validFacts = readFileSync(facts, "utf8");
  writeFileSync(facts, `${validFacts}colour: yellow\n`);
  await stopSite();
  await startSite();
  expect((await readReadiness()).reasons).toEqual([
    expect.stringMatching(/^content: 1 mistake \(the last good release/),
  ]);
  writeFileSync(facts, validFacts);
  appendFileSync(text, "\n最后一段。\n");
  expect(publish().status).toBe(0);
  await expect.poll(async () => (await readReadiness()).reasons).toEqual([]);
  expect(await getBody(page)).toContain("最后一段");
});

test("a missing content folder is reported in one sentence, and the site starts with the current release", async () => {
  const missingFolder = { DATA_DIR, CONTENT_DIR: join(folder, "nowhere") };
  const sentence = `CONTENT_DIR=${missingFolder.CONTENT_DIR}: there is no such folder\n`;
  expect(publishIn(folder, missingFolder)).toMatchObject({ status: 1, stderr: sentence });
  await stopSite();
  await startSite(missingFolder);
  expect((await readReadiness()).reasons).toEqual([expect.stringMatching(/^content: 1 mistake /)]);
  expect(await getBody(page)).toContain("最后一段");
});
