import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { createCutDisk, getSkipReason } from "#tests/setup/database/cut-disk.ts";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { postAtDesk, saveAtDesk } from "#tests/setup/desk/fetch-at-desk.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { copyReleases } from "#tests/setup/site/running-site.ts";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";

/**
 * `saved`: a file's text at its last acknowledged save; `undefined` if deleted. `next`: text of a save whose response
 * was lost.
 */
type ExpectedFile = { saved: string | undefined; next?: string | undefined };

const text = (title: string) => `---\ntitle: 断电 ${title}\nsummary: 断电\nupdated: 2026-01-01\n---\n\n断电\n`;

/**
 * Ends the server and its child processes, because none survives a power cut.
 * @param folder path by which these processes are found: their environment contains it
 */
function killProcesses(folder: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, "utf8").includes(folder)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // The process has ended meanwhile.
    }
  }
}

async function cutPower(rounds: number, isPublishing: boolean): Promise<void> {
  const account = `${isPublishing ? "li" : "zhou"}@qigu.example`;
  const { folder, content: source, start, dispose } = createSiteFolder();
  const disk = createCutDisk();
  onTestFinished(async () => {
    site.signal("SIGKILL");
    await site.stop();
    disk.dispose();
    dispose();
  });
  const [CONTENT_DIR, DATA_DIR] = [join(disk.folder, "content"), join(disk.folder, "data")];
  cpSync(source, CONTENT_DIR, { recursive: true });
  copyReleases(folder, DATA_DIR);
  disk.sync();
  const variables = { CONTENT_DIR, DATA_DIR, DESK_ACCOUNTS: account, LOG_LEVEL: "info", TRUST_PROXY: "127.0.0.1" };
  let site = await start(variables);
  const Cookie = await logInToDesk(site, account);
  const expected = new Map<string, ExpectedFile>();
  const counts = { acknowledged: 0, found: 0, published: 0 };

  /** @param text new text; if `undefined`, the file is deleted */
  async function save(round: number, path: string, text?: string): Promise<void> {
    const before = expected.get(path)?.saved;
    expected.set(path, { saved: before, next: text });
    const headers = { Cookie, "X-Forwarded-For": `192.0.2.${round}` };
    const response = await saveAtDesk(
      site,
      headers,
      path,
      before === undefined ? undefined : Buffer.from(before),
      text,
    );
    if (response.status !== 201) throw new Error(await response.text());
    expected.set(path, { saved: text });
    counts.acknowledged++;
  }

  let current = "";
  const readCurrent = () => (JSON.parse(readFileSync(join(DATA_DIR, "releases/current"), "utf8")) as { id: string }).id;

  async function publish(): Promise<void> {
    const response = await postAtDesk(site, { intent: "publish" }, { Cookie }, "/desk/publish");
    if (!response.headers.get("Location")?.endsWith("published")) return;
    current = readCurrent();
    counts.published++;
  }

  async function saveUntilCut(round: number): Promise<void> {
    for (let n = 0; ; n++) {
      // These saves create a folder, change a file, and delete the previous folder.
      await save(round, `page/cut-${round}-${n}/index.cn.md`, text(`${round}.${n}`));
      await save(round, "page/cut/index.cn.md", text(`${round}.${n}`));
      if (round % 2 === 0 && n === round % 6) return;
      if (n > 0) await save(round, `page/cut-${round}-${n - 1}/index.cn.md`);
      await sleep(isPublishing ? 100 : 0);
    }
  }

  for (let round = 1; round <= rounds; round++) {
    // In every third round publishing is acknowledged before the cut.
    if (isPublishing && round % 3 === 0) {
      await save(round, "page/cut/index.cn.md", text(`${round}`));
      await publish();
    }
    const publishing = isPublishing ? publish().catch(() => undefined) : undefined;
    const saving = saveUntilCut(round).catch(() => undefined);
    // In even rounds the cut comes right after a response, in odd rounds during a save.
    await (round % 2 === 0 ? saving : sleep(100 + round * 20));
    expect(disk.cut()).toBe(true);
    killProcesses(CONTENT_DIR);
    await Promise.all([saving, publishing, site.stop()]);
    await disk.mountAgain();
    site = await start(variables);
    for (const [path, { saved, ...rest }] of expected) {
      const file = join(CONTENT_DIR, path);
      const found = existsSync(file) ? readFileSync(file, "utf8") : undefined;
      expect("next" in rest ? [saved, rest.next] : [saved], `round ${round}: ${path}`).toContain(found);
      expected.set(path, { saved: found });
    }
    counts.found = counts.acknowledged;
    expect(readCurrent() >= current, "a release is lost").toBe(true);
    expect((await fetch(`${site.origin}/product/info/huang-qi`)).status).toBe(200);
  }
  console.log(`${rounds} power cuts`, counts);
  expect(counts.published > 0).toBe(isPublishing);
  expect(await site.stop()).toBe(0);
}

const test = testUnless(getSkipReason());

test("after 40 power cuts while the desk saves, every acknowledged save exists", () => cutPower(40, false));

test("after 20 power cuts while the desk saves and publishes, everything that was acknowledged exists", () =>
  cutPower(20, true));
