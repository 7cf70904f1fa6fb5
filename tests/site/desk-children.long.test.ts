import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { postAtDesk, saveAtDesk } from "#tests/setup/desk/fetch-at-desk.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";

const kills = 50;
const accounts = ["zhou@qigu.example", "li@qigu.example"] as const;
const { folder, content, start, dispose } = createSiteFolder();

afterAll(dispose);

function listChildren(pid: number): number[] {
  const readParent = (child: string) => {
    try {
      return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${child}/status`, "utf8"))?.[1]);
    } catch {
      return undefined;
    }
  };
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((child) => readParent(child) === pid).map(Number);
}

test("edits and releases of two accounts survive, whenever the child processes are killed", async () => {
  const DATA_DIR = join(folder, "data");
  const site = await start({ DATA_DIR, DESK_ACCOUNTS: accounts.join(","), LOG_LEVEL: "info" });
  const cookies = await Promise.all(accounts.map((account) => logInToDesk(site, account)));
  const [savingController, publishingController] = [new AbortController(), new AbortController()];
  let publicationCount = 0;

  /**
   * Saves increasing numbers in an item until the last kill, and until enough saves were acknowledged: on a busy
   * machine most children are killed before they end.
   * @returns the last acknowledged number, and the last sent number
   */
  async function saveAll(Cookie: string, item: string): Promise<[acknowledged: number, sent: number]> {
    const path = `product/${item}/index.cn.md`;
    let [acknowledged, sent] = [0, 0];
    while (!savingController.signal.aborted || acknowledged <= 5) {
      const before = readFileSync(join(content, path));
      sent++;
      const text = before.toString().replace(/^moq: .*$/m, `moq: ${sent} kg`);
      const response = await saveAtDesk(site, { Cookie }, path, before, text);
      if (response.status === 201) acknowledged = sent;
      await sleep(100);
    }
    return [acknowledged, sent];
  }

  async function publishAll(Cookie: string): Promise<void> {
    while (!publishingController.signal.aborted) {
      const response = await postAtDesk(site, { intent: "publish" }, { Cookie }, "/desk/publish");
      const [, id = ""] =
        /^\/desk\/releases\/([\w-]+)\?notice=published$/.exec(response.headers.get("Location") ?? "") ?? [];
      if (!id) continue;
      publicationCount++;
      expect(readdirSync(join(DATA_DIR, "releases"))).toContain(id);
    }
  }

  async function killAll(): Promise<void> {
    for (let round = 0; round < kills; round++) {
      await sleep(200 + Math.random() * 1800);
      for (const pid of listChildren(site.pid)) process.kill(pid, "SIGKILL");
    }
    // Lets the last publication end without a kill.
    savingController.abort();
    await waitUntil(() => publicationCount > 0, 120_000);
    publishingController.abort();
  }

  const items = ["huang-qi", "gan-cao"] as const;
  const [saves] = await Promise.all([
    Promise.all(items.map((item, index) => saveAll(cookies[index]!, item))),
    publishAll(cookies[1]!),
    killAll(),
  ]);
  for (const [index, [acknowledged, sent]] of saves.entries()) {
    const text = readFileSync(join(content, `product/${items[index]}/index.cn.md`), "utf8");
    const found = Number(/^moq: (\d+) kg$/m.exec(text)![1]);
    console.log(`${items[index]}: ${sent} sent, the last acknowledged is ${acknowledged}, found ${found}`);
    expect(found).toBeGreaterThanOrEqual(acknowledged);
  }
  console.log(`${publicationCount} publications`);
  expect(publicationCount).toBeGreaterThan(0);
  expect(site.output().match(/a child process has ended/g)!.length).toBeGreaterThanOrEqual(kills / 2);
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith(".save-"))).toEqual([]);
  await site.stop();
});
