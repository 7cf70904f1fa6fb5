import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { postAtDesk } from "#tests/setup/desk/fetch-at-desk.ts";
import { runStart } from "#tests/setup/programs/run-script.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createFields, createVisitorHeaders, getReference, post, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";

const trustTestAsProxy = { TRUST_PROXY: "127.0.0.1" };

/**
 * Sends messages until one can't be stored.
 * @returns the references of the stored messages, and the response to the message that couldn't be stored
 */
async function fillDisk(site: RunningSite): Promise<{ references: string[]; last: Response }> {
  const references: string[] = [];
  for (let n = 0; n < 500; n++) {
    const response = await post(site, { ...createFields(), subject: "药".repeat(90) }, createVisitorHeaders());
    const reference = getReference(response);
    if (!reference) return { references, last: response };
    references.push(reference);
  }
  throw new Error("the disk did not become full");
}

/** Expects the response on a full disk: the form with the visitor's text, and no reference. */
async function expectForm(site: RunningSite, response: Response): Promise<void> {
  expect([response.status, response.headers.get("Location")]).toEqual([503, null]);
  const html = await response.text();
  expect(html).toContain("保存失败");
  expect(html).toContain("“引号”</textarea>");
  expect(html).not.toMatch(/reference=\w/);
  const item = { item: "huang-qi", quantity: "3" };
  // This message is longer than the one that has just failed, so the disk has no room for any of it.
  const message = `${"药".repeat(4000)} a long letter`;
  const inquiryResponse = await post(
    site,
    { intent: "send", ...item, ...createFields(), message },
    createVisitorHeaders(),
    "/quotation",
  );
  expect(inquiryResponse.status).toBe(503);
  expect(await inquiryResponse.text()).toContain("a long letter</textarea>");
  for (const path of ["/", "/en/product/list", "/contact-us"])
    expect((await fetch(site.origin + path)).status).toBe(200);
}

/**
 * Expects that the site isn't ready, and that `/readyz` and the log have the first error instead of one that follows
 * from it.
 */
async function expectUnready(site: RunningSite): Promise<void> {
  const response = await fetch(`${site.origin}/readyz`);
  const { reasons } = (await response.json()) as { reasons: string[] };
  expect([response.status, reasons]).toEqual([
    503,
    [expect.stringMatching(/^database: (?:the disk is full|reading or writing its file failed)$/)],
  ]);
  await waitUntil(() => /full|disk I\/O error/.test(site.output()));
  expect(site.output()).not.toContain("cannot rollback");
}

/** Expects that exactly the submissions with these references are stored. */
async function expectStored(DATA_DIR: string, references: string[]): Promise<void> {
  const database = await openDatabase({ DATA_DIR });
  const submissions = await createRepository(database).list();
  const limits = await database.selectFrom("rate_limit").selectAll().execute();
  await database.destroy();
  expect(submissions.map(({ reference }) => reference).sort()).toEqual([...references].sort());
  // Rate limits have a row for each sender, and one for the site. A change of an inquiry list may have added two more, or one
  // before the disk was full.
  expect([0, 1, 2]).toContain(limits.length - references.length - 1);
}

const missingLimitReason = process.platform === "win32" ? "Windows sets no limits to files" : undefined;

testUnless(missingLimitReason)(
  "if no file can grow, a form is a 503 with the visitor's text, nothing is partly stored, and the site works again after a restart",
  async () => {
    const DATA_DIR = createTestFolder();
    const site = await startSite({ DATA_DIR, ...trustTestAsProxy }, undefined, "ulimit -f 1024");
    const { references, last } = await fillDisk(site);
    expect(references.length).toBeGreaterThan(3);
    await expectForm(site, last);
    await expectUnready(site);
    await expectStored(DATA_DIR, references);
    expect(await site.stop()).toBe(0);
    const siteWithRoom = await startSite({ DATA_DIR, ...trustTestAsProxy });
    references.push(getReference(await post(siteWithRoom, createFields(), createVisitorHeaders()))!);
    await siteWithRoom.stop();
    await expectStored(DATA_DIR, references);
  },
);

/** Whether this process can mount a small file system. Only root can, and not in every container. */
function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "full-"));
  const isMounted = mount(folder);
  if (isMounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

function mount(folder: string, megabytes = 2): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]).status === 0;
}

/** Mounts a small file system for the current test. @returns its folder */
function createDisk(megabytes?: number): string {
  const folder = createTestFolder();
  expect(mount(folder, megabytes)).toBe(true);
  onTestFinished(() => void spawnSync("umount", [folder]));
  return folder;
}

const missingMountReason = canMount()
  ? undefined
  : "only root can mount a small file system, and not in every container";

testUnless(missingMountReason)(
  "on a full file system a form gets a 503, and the process works again when there is room",
  async () => {
    const DATA_DIR = createDisk();
    // Puts the releases on another disk, so that only the database's disk is full.
    const releases = join(createTestFolder(), "releases");
    cpSync(join(inject("siteFolder"), "data", "releases"), releases, { recursive: true });
    symlinkSync(releases, join(DATA_DIR, "releases"));
    const fillerFile = join(DATA_DIR, "ballast");
    writeFileSync(fillerFile, Buffer.alloc(1_500_000));
    const site = await startSite({ DATA_DIR, ...trustTestAsProxy });
    const { references, last } = await fillDisk(site);
    await expectForm(site, last);
    await expectUnready(site);
    rmSync(fillerFile);
    for (let n = 0; n < 5; n++)
      references.push(getReference(await post(site, createFields(), createVisitorHeaders()))!);
    expect(await site.stop()).toBe(0);
    await expectStored(DATA_DIR, references);
    expect(() => writeFileSync(fillerFile, Buffer.alloc(4_000_000))).toThrow("ENOSPC");
    const sentence = /^DATA_DIR=\S+: the disk is full \([^)]+\): docs\/operations\.md, "A disk is full"\n$/;
    expect(runStart({ DATA_DIR, PORT: "0" }, inject("siteFolder")).stderr).toMatch(sentence);
  },
);

testUnless(missingMountReason)("a first start on a full disk reports one sentence without a stack", () => {
  // 1 MB has no room for the database, and 3 MB have none for the release.
  for (const megabytes of [1, 3]) {
    const variables = { DATA_DIR: createDisk(megabytes), PORT: "0" };
    const { status, stderr } = runStart(variables, inject("siteFolder"));
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^DATA_DIR=\S+: the disk is full \([^\n]+\).*\n$/)]);
  }
});

testUnless(missingMountReason)("publishing on a full disk shows one sentence at the desk", async () => {
  const { content, start, dispose } = createSiteFolder();
  onTestFinished(dispose);
  const DATA_DIR = createDisk(100);
  const account = "zhou@qigu.example";
  const site = await start({ DATA_DIR, DESK_ACCOUNTS: account, LOG_LEVEL: "info" });
  onTestFinished(async () => void (await site.stop()));
  const Cookie = await logInToDesk(site, account);
  appendFileSync(join(content, "product/gan-cao/index.cn.md"), "\n新的一段。\n");
  expect(() => writeFileSync(join(DATA_DIR, "ballast"), Buffer.alloc(100 * 2 ** 20))).toThrow("ENOSPC");
  const response = await postAtDesk(site, { intent: "publish" }, { Cookie }, "/desk/publish");
  expect(await response.text()).toContain("没有完成：服务器的磁盘满了，请联系网站管理员。");
});
