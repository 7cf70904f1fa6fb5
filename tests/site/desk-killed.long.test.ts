import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { fetchAtDesk } from "../setup/fetch-at-desk.ts";
import { logInToDesk } from "../setup/desk-login.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

// A code is sent to an account once a minute, so each test has its own.
const accounts = ["zhou@qigu.example", "li@qigu.example"] as const;
const { folder, content, start, dispose } = createSiteFolder();
const item = join(content, "product/huang-qi");
const names = ["index.cn.md", "index.en.md"];
const variables = { DATA_DIR: join(folder, "data"), DESK_ACCOUNTS: accounts.join(","), LOG_LEVEL: "info" };
const repository = "/desk/api/v1/repos/desk/content";

afterAll(dispose);

type Tree = { tree: { path: string; sha: string }[] };

test("a server that is killed ten times while it saves two files has both or neither, and saves again", async () => {
  let site = await start(variables);
  const Cookie = await logInToDesk(site, accounts[0]);
  const headers = { Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
  const readNotes = () => names.map((name) => /^moq: (.*)$/m.exec(readFileSync(join(item, name), "utf8"))![1]);

  async function save(note: string): Promise<boolean> {
    const { tree } = (await (await fetch(`${site.origin}${repository}/git/trees/main`, { headers })).json()) as Tree;
    const files = names.map((name) => {
      const path = `content/product/huang-qi/${name}`;
      const text = readFileSync(join(item, name), "utf8").replace(/^moq: .*$/m, `moq: ${note}`);
      const sha = tree.find((entry) => entry.path === path)!.sha;
      return { operation: "update", path, sha, content: Buffer.from(text).toString("base64") };
    });
    const body = JSON.stringify({ files });
    const response = await fetch(`${site.origin}${repository}/contents`, { method: "POST", body, headers });
    return response.status === 201;
  }

  const [firstNote] = readNotes();
  for (let round = 1; round <= 10; round++) {
    const before = readNotes();
    const saving = save(`${round} kg`).catch(() => false);
    await sleep(5 + round * 4);
    site.signal("SIGKILL");
    const wasSaved = await saving;
    await site.stop();
    site = await start(variables);
    const [chinese, english] = readNotes();
    expect(chinese).toBe(english);
    if (wasSaved) expect(chinese).toBe(`${round} kg`);
    else expect([before[0], `${round} kg`]).toContain(chinese);
    expect(readdirSync(content).filter((name) => name.startsWith(".saving-"))).toEqual([]);
  }
  expect(await save("99 kg")).toBe(true);
  expect(readNotes()).toEqual(["99 kg", "99 kg"]);
  // What was saved is a draft, also after all these starts.
  expect(await (await fetch(`${site.origin}/product/info/huang-qi`)).text()).toContain(firstNote);
  await site.stop();
});

test("a server that is killed ten times while it publishes shows a whole release, and publishes again", async () => {
  let site = await start(variables);
  const Cookie = await logInToDesk(site, accounts[1]);
  const headers = { Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };
  const publish = () => fetchAtDesk(`${site.origin}/desk/publish`, { method: "POST", body: "intent=publish", headers });
  const facts = join(item, "index.cn.md");
  const write = (sku: string) => {
    writeFileSync(`${facts}.new`, readFileSync(facts, "utf8").replace(/^sku: .*$/m, `sku: ${sku}`));
    renameSync(`${facts}.new`, facts);
  };
  const readPages = () =>
    Promise.all(
      ["", "/en"].map(async (prefix) => {
        const html = await (await fetch(`${site.origin}${prefix}/product/info/huang-qi`)).text();
        return /QG-P-\d+/.exec(html)?.[0];
      }),
    );
  const written = [(await readPages())[0]];
  let shown = 0;
  for (let round = 1; round <= 10; round++) {
    const sku = `QG-P-${500 + round}`;
    written.push(sku);
    write(sku);
    const publishing = publish().catch(() => undefined);
    await sleep(round * 120);
    site.signal("SIGKILL");
    await publishing;
    await site.stop();
    site = await start(variables);
    // The process that publishes outlives the server, so its release may become current now.
    await expect.poll(async () => new Set(await readPages()).size).toBe(1);
    const current = written.indexOf((await readPages())[0]);
    expect(current).toBeGreaterThanOrEqual(shown);
    shown = current;
  }
  // The process of the last round may still be publishing, and would publish the next change too.
  await publish();
  write("QG-P-999");
  expect((await publish()).headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=published$/);
  await expect.poll(readPages).toEqual(["QG-P-999", "QG-P-999"]);
  await site.stop();
});
