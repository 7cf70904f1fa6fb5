import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { createBaskets } from "../../app/services/submissions/basket.ts";
import { actionLimits } from "../../app/services/submissions/rate-limit.ts";
import { openSqlite } from "../../app/services/submissions/database/sqlite.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "basket-limits-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Fields = [string, string][];

let visitors = 0;

/** Posts to the quotation page as a new visitor, unless a cookie is given. */
function post(site: RunningSite, fields: Fields, visitor = `10.1.${++visitors >> 8}.${visitors & 255}`, cookie = "") {
  const headers = { "X-Forwarded-For": visitor, Cookie: cookie };
  return fetch(`${site.origin}/en/quotation`, {
    ...{ method: "POST", redirect: "manual", headers },
    body: new URLSearchParams(fields),
  });
}

const createItems = (count: number): Fields => Array.from({ length: count }, (_, n) => ["item", `item-${n}`]);
const countRows = (html: string) => html.match(/name="item"/g)?.length ?? 0;

async function countStoredRows(directory: string): Promise<string[]> {
  const database = openSqlite(join(directory, "site.sqlite"));
  const rows = await database.selectFrom("basket").select("items").execute();
  await database.destroy();
  return rows.map((row) => row.items);
}

describe("with the embedded API", () => {
  const directory = join(folder, "alone");
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite({ DATA_DIR: directory, TRUST_PROXY: "127.0.0.1" });
  });
  afterAll(() => site.stop());

  test.each<[string, Fields]>([
    ["no button", [["intent", "x"]]],
    ["the button that changes", [["intent", "update"]]],
    ["the button that sends", [["intent", "send"]]],
  ])(
    "thousands of rows by %s: 422 with a message above the form, and unknown items aren't stored",
    async (_, button) => {
      const manyFields: Fields = [...createItems(3600), ["item", "huang-qi"], ["message", "still here"]];
      const response = await post(site, [...button, ...manyFields]);
      const html = await response.text();
      expect([response.status, countRows(html)]).toEqual([422, 0]);
      expect(html).toContain("An inquiry list holds up to 200 items");
      expect(html).toContain("still here</textarea>");
      expect(await countStoredRows(directory)).toEqual([]);
    },
  );

  test("invalid ids and unknown items aren't added or stored, and nothing is logged", async () => {
    for (const id of ["x".repeat(60_000), "a\u0000b", "no-such-product", "../../x", "a\nb"]) {
      for (const intent of ["add", "x"]) {
        const response = await post(site, [
          ["intent", intent],
          ["item", id],
        ]);
        expect(response.status).toBeLessThan(500);
      }
    }
    const add: Fields = [
      ["intent", "add"],
      ["item", "no-such-product"],
    ];
    const unknownResponse = await post(site, add);
    expect([unknownResponse.status, (await unknownResponse.text()).includes("no longer available")]).toEqual([
      422,
      true,
    ]);
    expect((await post(site, [...add, ["stay", "1"]])).status).toBe(422);
    expect(await countStoredRows(directory)).toEqual([]);
    expect(site.output()).not.toMatch(/"level":50|\bat .*\.js:\d+/);
  });

  test("an unknown item on a list with known ones is marked", async () => {
    const first = await post(site, [
      ["intent", "add"],
      ["item", "huang-qi"],
    ]);
    const cookie = first.headers
      .getSetCookie()
      .find((setCookie) => setCookie.startsWith("inquiry="))!
      .split(";")[0]!;
    const add: [string, string][] = [
      ["intent", "add"],
      ["item", "gone"],
    ];
    expect((await post(site, add, undefined, cookie)).status).toBe(303);
    const page = await fetch(`${site.origin}/en/quotation`, { headers: { Cookie: cookie } });
    expect(await page.text()).toContain("gone (no longer available)");
    await post(site, [["intent", "update"]], undefined, cookie);
    expect(await countStoredRows(directory)).toEqual([]);
  });

  test("a removed item stays on existing lists, until the visitor removes it", async () => {
    const database = openSqlite(join(directory, "site.sqlite"));
    const id = await createBaskets(database).write(undefined, [{ id: "gone", quantity: 2 }]);
    await database.destroy();
    const change = await post(
      site,
      [
        ["intent", "update"],
        ["item", "gone"],
        ["quantity", "3"],
      ],
      undefined,
      `inquiry=${id}`,
    );
    expect([change.status, countRows(await change.text())]).toEqual([200, 1]);
    expect(await countStoredRows(directory)).toEqual(['[{"id":"gone","quantity":3}]']);
  });

  test("a visitor with too many changes must wait, with and without script, and the input is shown again", async () => {
    const add: Fields = [
      ["intent", "add"],
      ["item", "huang-qi"],
      ["quantity", "7"],
      ["message", "my words"],
    ];
    const visitor = "198.51.100.7";
    for (let n = 0; n < actionLimits.basket.maxPerSender; n += 10) {
      await Promise.all(Array.from({ length: 10 }, () => post(site, add, visitor)));
    }
    const page = await post(site, add, visitor);
    const html = await page.text();
    expect([page.status, countRows(html), html.includes("my words</textarea>")]).toEqual([429, 1, true]);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(html).toContain("changed too often");
    const script = await post(site, [...add, ["stay", "1"]], visitor);
    expect([script.status, script.headers.has("Retry-After")]).toEqual([429, true]);
    expect((await post(site, add)).status).toBe(303);
  });

  test("a JSON request with thousands of invalid items gets a short response", async () => {
    const body = JSON.stringify({
      name: "Ada",
      contact: "ada@b.cn",
      locale: "en",
      items: Array.from({ length: 20_000 }, () => ({})),
    });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${site.origin}/quotation`, { method: "POST", headers, body });
    expect([response.status, (await response.text()).length < 8000]).toEqual([400, true]);
  });
});

test("with an owner's backend, at most 40 items are looked up at a time, and 200 for a request", async () => {
  const content = compileTestContent();
  const api = createEmbeddedApi(content.index);
  let [runningCalls, maxRunningCalls, callCount] = [0, 0, 0];
  const backend = await startBackend(async (request) => {
    if (!request.url.includes("/api/product/info")) return api(request);
    callCount++;
    maxRunningCalls = Math.max(maxRunningCalls, ++runningCalls);
    await sleep(5);
    runningCalls--;
    return Response.json({ code: 404, message: "no", data: null });
  });
  const site = await startSite({ DATA_DIR: join(folder, "owner"), API_BASE_URL: backend.origin });
  const response = await post(site, [["intent", "x"], ...createItems(3600)]);
  expect(response.status).toBe(422);
  expect(callCount).toBe(200);
  expect(maxRunningCalls).toBeLessThanOrEqual(40);
  await Promise.all([site.stop(), backend.stop()]);
  content.dispose();
});
