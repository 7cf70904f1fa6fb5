import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { publishIn } from "../setup/publish-in.ts";
import { setUpPublishingSite } from "../setup/publishing-site.ts";

const { folder, content, DATA_DIR, page, text, publish, fetchPage, getBody, stopSite, startSite, copyPublic } =
  setUpPublishingSite();
const facts = join(content, "product/huang-qi/item.yaml");
const readReadiness = async () => (await (await fetchPage("/readyz")).json()) as { reasons: string[] };

test("a mistyped DATA_DIR is reported, and nothing is created", () => {
  const mistypedFolder = join(folder, "dta");
  for (const args of [[], ["--dry-run"], ["--undo"], ["--list"]]) {
    const { status, stdout, stderr } = publishIn(folder, { DATA_DIR: mistypedFolder }, ...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^DATA_DIR=\S+dta: there is no such folder, so no site has run with it\. /);
  }
  expect(existsSync(mistypedFolder)).toBe(false);
});

test("content can be published before the site's first start, and the command says that no site shows it yet", () => {
  const waitingFile = join(folder, "waiting");
  mkdirSync(waitingFile);
  const sentence = `No site has run with DATA_DIR=${waitingFile} yet: a site shows this release when it starts.\n`;
  expect(publishIn(folder, { DATA_DIR: waitingFile })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(sentence),
  });
});

test("a search finds the words of an edit, and no longer those before it, with and without what was kept", async () => {
  const search = (word: string) => getBody(`/product/list?keyword=${word}&verbatim=1`);
  const checkedContent = join(DATA_DIR, "releases", "checked-content");
  appendFileSync(text, "\nquokka\n");
  expect(publish().status).toBe(0);
  await expect.poll(() => search("quokka")).toContain(page);
  expect(existsSync(checkedContent)).toBe(true);
  writeFileSync(text, readFileSync(text, "utf8").replace("quokka", "wombat"));
  expect(publish().stdout).toMatch(/^~ product gan-cao {2}甘草\nPublished \S+: 1 changed\.\n$/);
  await expect.poll(() => search("wombat")).toContain(page);
  expect(await search("quokka")).not.toContain(page);
  rmSync(checkedContent);
  writeFileSync(text, readFileSync(text, "utf8").replace("\nwombat\n", ""));
  expect(publish().stdout).toMatch(/^~ product gan-cao {2}甘草\nPublished \S+: 1 changed\.\n$/);
  await expect.poll(() => search("wombat")).not.toContain(page);
  for (let undos = 0; undos < 3; undos++) expect(publish("--undo").status).toBe(0);
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

test("a mistake at the start is no longer reported when the content equals the published one again", async () => {
  const validFacts = readFileSync(facts, "utf8");
  writeFileSync(facts, `${validFacts}colour: yellow\n`);
  await stopSite();
  await startSite();
  writeFileSync(facts, validFacts);
  expect(publish("--dry-run").status).toBe(0);
  expect((await readReadiness()).reasons).toEqual([expect.stringMatching(/^content: 1 mistake /)]);
  expect(publish().stdout).toBe("Nothing has changed since the current release.\n");
  expect((await readReadiness()).reasons).toEqual([]);
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

test("an owner's icon or share picture is published as the only change, and is drawn again after its deletion", async () => {
  copyPublic();
  const ownFiles = ["icons/192.png", "robots.txt", "share/gan-cao.png"];
  for (const path of ownFiles) {
    mkdirSync(dirname(join(folder, "public", path)), { recursive: true });
    writeFileSync(join(folder, "public", path), "mine");
    const { stdout, stderr } = publish();
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(new RegExp(`^\\+ file /${path}\nPublished \\S+: 1 added\\.\n$`)),
      expect.stringContaining(`/${path} is a file of yours, and is served as it is.`),
    ]);
    await expect.poll(() => getBody(`/${path}`)).toBe("mine");
  }
  for (const path of ownFiles) rmSync(join(folder, "public", path));
  expect(publish().stdout).toMatch(
    /^- file \/icons\/192\.png\n- file \/robots\.txt\n- file \/share\/gan-cao\.png\nPublished \S+: 3 removed\.\n$/,
  );
  for (const path of ownFiles) await expect.poll(() => getBody(`/${path}`)).not.toBe("mine");
});
