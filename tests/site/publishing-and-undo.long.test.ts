import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { setUpPublishingSite } from "#tests/setup/desk/publishing-site.ts";
import { publishIn } from "#tests/setup/programs/run-script.ts";

const { folder, content, DATA_DIR, page, text, publish, fetchPage, getBody, copyPublic } = setUpPublishingSite();

test("if npm consumes an option because no -- precedes it, nothing is published", () => {
  const { status, stdout, stderr } = publishIn(folder, { DATA_DIR, npm_config_dry_run: "true" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^尚未执行：请在选项前面加上 --，即 npm run publish -- --dry-run\n/);
});

test("an edit and a file are listed, published and visible without a restart, and can be undone", async () => {
  copyPublic();
  const file = join(folder, "public", "files", "own.txt");
  const getFile = () => getBody("/files/own.txt");
  expect(await getBody(page)).not.toContain("新的一段");
  appendFileSync(text, "\n新的一段。\n");
  writeFileSync(file, "one");
  writeFileSync(join(folder, "public", "files", "~$own.xlsx"), "Excel's lock");
  const changes = "~ product gan-cao  甘草\n+ file /files/own.txt\n";
  const dryRun = publish("--dry-run");
  const parts = "加 --only 可以只发布其中几项：/files/own.txt product/gan-cao\n";
  expect([dryRun.status, dryRun.stdout]).toEqual([0, `${changes}Would be published: 1 added, 1 changed.\n${parts}`]);
  const { status, stdout } = publish();
  expect([status, stdout.startsWith(changes)]).toEqual([0, true]);
  expect(stdout.slice(changes.length)).toMatch(/^Published \S+: 1 added, 1 changed\.\n$/);
  await expect.poll(() => getBody(page)).toContain("新的一段");
  await expect.poll(getFile).toBe("one");
  expect(publish().stdout).toBe("Nothing has changed since the current release.\n");

  writeFileSync(file, "other");
  expect(publish().stdout).toMatch(/^~ file \/files\/own\.txt\nPublished /);
  await expect.poll(getFile).toBe("other");
  expect(publish("--undo").stdout).toMatch(/^Went back from \S+ to \S+\. /);
  await expect.poll(getFile).toBe("one");
  expect(publish("--undo").status).toBe(0);
  await expect.poll(() => getBody(page)).not.toContain("新的一段");
  expect(publish("--undo")).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is no release before /) });
  expect((await fetchPage("/plates/gan-cao.svg")).headers.get("Content-Type")).toBe("image/svg+xml");
  const releases = openReleaseFolder(DATA_DIR);
  expect(existsSync(join(releases.getPaths(releases.readCurrentId()!).files, "logo.svg.br"))).toBe(true);
});

test("a mistake is reported, and nothing changes", () => {
  const facts = join(content, "product/huang-qi/index.cn.md");
  const validFacts = readFileSync(facts, "utf8");
  const releases = openReleaseFolder(DATA_DIR);
  const [count, current] = [releases.list().length, releases.readCurrentId()];
  addFields(facts, "colour: yellow");
  const { status, stdout, stderr } = publish();
  expect([status, stdout]).toEqual([1, "Nothing was published: correct the mistakes first.\n"]);
  expect(stderr).toMatch(/index\.cn\.md:\d+ {2}colour {2}/);
  expect([releases.list().length, releases.readCurrentId()]).toEqual([count, current]);
  writeFileSync(facts, validFacts);
});

test("an address that no longer opens is reported as a remark until it is redirected", () => {
  addFields(join(content, "news/bozhou-fair/index.cn.md"), "draft: true");
  const remark = /这些网址发布以后就打不开了.*\/news\/info\/bozhou-fair/;
  const dryRun = publish("--dry-run");
  expect([dryRun.status, dryRun.stderr]).toEqual([0, expect.stringMatching(remark)]);
  writeFileSync(join(content, "redirects.yaml"), "- from: /news/info/bozhou-fair\n  to: /news/list\n");
  const { status, stderr } = publish();
  expect([status, remark.test(stderr)]).toEqual([0, false]);
});
