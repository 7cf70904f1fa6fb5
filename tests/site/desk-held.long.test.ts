import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { computeVersion } from "#app/services/content/files/save-files.ts";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { createReference } from "#app/services/submissions/reference.ts";
import { fetchAtDesk } from "../setup/fetch-at-desk.ts";
import { logInToDesk } from "../setup/desk-login.ts";
import { createFields, createVisitorHeaders, post } from "../setup/guestbook-form.ts";
import { createSiteFolder } from "../setup/site-folder.ts";
import { toTime } from "#app/services/submissions/database/time.ts";

const account = "zhou@qigu.example";
const { folder, content, start, dispose } = createSiteFolder();
const DATA_DIR = join(folder, "data");
afterAll(dispose);

const itemCount = 1000;
const messageCount = 6000;

function writeItems(): void {
  const source = join(content, "product/huang-qi");
  for (let n = 0; n < itemCount; n++) {
    const target = join(content, `product/item-${n}`);
    cpSync(source, target, { recursive: true });
    for (const name of ["index.cn.md", "index.en.md"]) {
      const text = readFileSync(join(source, name), "utf8").replace(/^herb: .*\n/m, "");
      writeFileSync(join(target, name), text.replace(/^sku: .*$/m, `sku: X-${n}`).replace(/^title: /m, `title: ${n} `));
    }
  }
}

async function writeMessages(): Promise<void> {
  await using database = await openDatabase({ DATA_DIR });
  const text = "请问这种药材的规格、产地和价格？".repeat(60);
  const rows = Array.from({ length: messageCount }, (_, n) => {
    const contact = n % 2 === 0 ? "victim@example.com" : `a${n}@example.com`;
    const payload = JSON.stringify({ name: `姓名 ${n}`, contact, subject: "询价", content: text, locale: "cn" });
    const keys = { id: `id-${n}`, reference: createReference(), idempotency_key: String(n) };
    return {
      ...keys,
      kind: "guestbook" as const,
      payload,
      contact,
      sender: "",
      content_hash: "",
      created_at: toTime(n),
      done_at: null,
      // An earlier version stored rows without this text.
      search_text: null,
    };
  });
  await database.transaction().execute(async (transaction) => {
    while (rows.length > 0) await transaction.insertInto("submission").values(rows.splice(0, 500)).execute();
  });
}

// On an idle machine nothing delays visitors by more than 50 ms. The test checks no times, because other tests run
// at the same time.
test("the desk works with 1,000 items and 6,000 messages; the test prints how long each step delays visitors", async () => {
  writeItems();
  await writeMessages();
  const site = await start({ DATA_DIR, DESK_ACCOUNTS: account, LOG_LEVEL: "info" });
  const Cookie = await logInToDesk(site, account);
  const headers = { Cookie, "Sec-Fetch-Site": "same-origin" };
  const delaysMs: Record<string, number> = {};

  /** Reads and resets the longest delay of the event loop. */
  async function readLongestDelay(): Promise<number> {
    const metrics = await (await fetch(`${site.origin}/metrics`)).text();
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)![1]) * 1000;
  }

  async function measure(name: string, work: () => Promise<Response>): Promise<string> {
    await readLongestDelay();
    const response = await work();
    const text = await response.text();
    await sleep(50);
    expect(response.status, name).toBeLessThan(400);
    delaysMs[name] = Math.round(await readLongestDelay());
    return text;
  }

  const get = (path: string) => fetchAtDesk(site.origin + path, { headers });
  const submit = (path: string, fields: Record<string, string>) =>
    fetchAtDesk(site.origin + path, { method: "POST", headers, body: new URLSearchParams(fields) });
  const api = "/desk/api/v1/repos/desk/content";
  const save = (path: string, before: string, text: string) =>
    fetch(`${site.origin}${api}/contents`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({
        files: [
          {
            operation: "update",
            path: `content/${path}`,
            sha: computeVersion(Buffer.from(before)),
            content: Buffer.from(text).toString("base64"),
          },
        ],
      }),
    });

  // The first request of each page loads code, so it isn't measured.
  for (const path of ["/desk", "/desk/messages", "/desk/messages?q=9", "/desk/content", "/desk/trash"]) await get(path);
  await measure("nothing", async () => {
    await sleep(2000);
    return get("/healthz");
  });
  await measure("a form", () => post(site, createFields(), createVisitorHeaders()));
  await measure("overview", () => get("/desk"));
  await measure("messages", () => get("/desk/messages"));
  await measure("messages, last page", () => get("/desk/messages?page=200"));
  await measure("search", () => get("/desk/messages?q=姓名 5999"));
  await measure("CSV", () => get("/desk/messages.csv?view=all"));
  await measure("list of files", () => get(`${api}/git/trees/main`));
  await measure("list of files again", () => get(`${api}/git/trees/main`));
  await measure("hundred files", () =>
    fetch(`${site.origin}${api}/file-contents`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({
        files: Array.from({ length: 100 }, (_, n) => `content/product/item-${n}/index.cn.md`),
      }),
    }),
  );
  const path = "product/huang-qi/index.cn.md";
  const before = readFileSync(join(content, path), "utf8");
  const largest = before + "_a_ ".repeat(245_000);
  await measure("saving the largest text", () => save(path, before, largest));
  const savedText = readFileSync(join(content, path), "utf8");
  await measure("saving", () => save(path, savedText, `${before}\n一句。\n`));
  await measure("publish page", () => get("/desk/publish"));
  const page = await measure("question", () => get("/desk/publish?discard=product/huang-qi"));
  const version = /name="part" value="product\/huang-qi"\/><input type="hidden" name="version" value="(\w+)"/.exec(
    page,
  );
  await measure("discarding", () =>
    submit("/desk/publish", { intent: "restore", part: "product/huang-qi", version: version![1]! }),
  );
  const trash = await measure("trash", () => get("/desk/trash"));
  const [address = ""] = /\/desk\/trash\?id=[^"]+/.exec(trash)!;
  const question = await measure("question before bringing back", () => get(address));
  const read = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(question)![1]!;
  await measure("bringing back", () => submit("/desk/trash", { id: read("id"), version: read("version") }));
  await measure("publishing", () => submit("/desk/publish", { intent: "publish" }));
  await measure("showing what was published", async () => {
    await sleep(8000);
    return get("/desk/trash");
  });
  const list = await (await get("/desk/messages?q=victim@example.com")).text();
  const [, message = ""] = /href="(\/desk\/messages\/[^"?]+)"/.exec(list)!;
  await measure("forgetting", () => submit(message, { intent: "forget" }));
  console.table(delaysMs);
  await site.stop();
});
