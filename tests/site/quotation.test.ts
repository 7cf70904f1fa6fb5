import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBaskets } from "../../app/services/submissions/basket.ts";
import { openSqlite } from "../../app/services/submissions/database/sqlite.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "quotation-"));
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ DATA_DIR: folder });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

function post(fields: [string, string][], cookie = "", path = "/quotation") {
  const body = new URLSearchParams(fields);
  return fetch(site.origin + path, { method: "POST", body, redirect: "manual", headers: { Cookie: cookie } });
}

test("the two hundred and first item is rejected, and the list keeps its items", async () => {
  const database = openSqlite(join(folder, "site.sqlite"));
  const items = Array.from({ length: 200 }, (_, n) => ({ id: `item-${n}`, quantity: 1 }));
  const cookie = `inquiry=${await createBaskets(database).write(undefined, items)}`;
  const add = [
    ["intent", "add"],
    ["item", "huang-qi"],
    ["quantity", "1"],
  ] as [string, string][];
  const response = await post(add, cookie, "/en/quotation");
  expect([response.status, (await response.text()).includes("up to 200 items")]).toEqual([422, true]);
  expect((await post([...add, ["stay", "1"]], cookie)).status).toBe(422);
  const more = await post(
    [
      ["intent", "add"],
      ["item", "item-7"],
      ["quantity", "2"],
    ],
    cookie,
  );
  expect(more.status).toBe(303);
  const storedBasket = await createBaskets(database).read(cookie.split("=")[1]);
  expect([storedBasket.length, storedBasket[7]]).toEqual([200, { id: "item-7", quantity: 3 }]);
  await database.destroy();
});

test("the page has a key: sent twice it is one request, and a different text with the same key is reported", async () => {
  const page = await (await fetch(`${site.origin}/en/quotation`)).text();
  const key = /name="key" value="([^"]+)"|value="([^"]+)"[^>]*name="key"/.exec(page)!.slice(1).find(Boolean)!;
  const createFields = (message: string): [string, string][] => [
    ["intent", "send"],
    ["key", key],
    ["item", "huang-qi"],
    ["quantity", "3"],
    ["name", "Ada"],
    ["contact", "ada@example.com"],
    ["message", message],
  ];
  const [first, second] = await Promise.all([
    post(createFields("one"), "", "/en/quotation"),
    post(createFields("one"), "", "/en/quotation"),
  ]);
  expect(first.headers.get("Location")).toMatch(/^\/en\/quotation\/received\?reference=\w{8}$/);
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
  const changedResponse = await post(createFields("another"), "", "/en/quotation");
  const html = await changedResponse.text();
  expect(changedResponse.status).toBe(409);
  expect(html).toContain(first.headers.get("Location")!.slice(-8));
  expect(html).toContain("another</textarea>");
});
