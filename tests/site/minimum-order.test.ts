import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readInbox } from "../setup/inbox.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "minimum-"));
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ DATA_DIR: folder });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, fields: [string, string][], cookie = "") =>
  fetch(site.origin + path, {
    ...{ method: "POST", redirect: "manual", headers: { Cookie: cookie } },
    body: new URLSearchParams(fields),
  });
const getCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(";")[0])
    .join("; ");

test.each([
  ["", "起订量 20 kg", "少于起订量 20 kg"],
  ["/en", "Minimum order: 20 kg", "This is below the minimum order of 20 kg"],
])(
  "%s: an added item gets the minimum quantity; a smaller one shows a hint and is accepted",
  async (prefix, hint, belowHint) => {
    const addResponse = await post(`${prefix}/quotation`, [
      ["intent", "add"],
      ["item", "huang-qi"],
    ]);
    expect(addResponse.status).toBe(303);
    const cookie = getCookies(addResponse);
    const html = await (await fetch(`${site.origin}${prefix}/quotation`, { headers: { Cookie: cookie } })).text();
    const input = /<input[^>]*name="quantity"[^>]*>/.exec(html)![0];
    expect(input).toContain('value="20"');
    expect(input).toContain('aria-describedby="quantity-huang-qi-hint"');
    expect(html).toMatch(/<span aria-hidden="true">kg<\/span>/);
    expect(html).toMatch(new RegExp(`id="quantity-huang-qi-hint"[^>]*>${hint}<`));

    const few: [string, string][] = [
      ["item", "huang-qi"],
      ["quantity", "5"],
    ];
    const changeResponse = await post(`${prefix}/quotation`, [["intent", "update"], ...few], cookie);
    expect([changeResponse.status, await changeResponse.text()]).toEqual([200, expect.stringContaining(belowHint)]);
    const contact: [string, string][] = [
      ["name", "Ada"],
      ["contact", "ada@example.com"],
    ];
    const sendResponse = await post(`${prefix}/quotation`, [["intent", "send"], ...few, ...contact], cookie);
    expect(sendResponse.status).toBe(303);
    const reference = /reference=(\w{8})/.exec(sendResponse.headers.get("Location")!)![1];
    const submission = (await readInbox(folder)).find((candidate) => candidate.reference === reference);
    expect(submission!.payload["items"]).toEqual([
      expect.objectContaining({ id: "huang-qi", quantity: 5, unit: "kg" }),
    ]);
  },
);

test("a typed quantity replaces the minimum, and adding the item again adds the quantity", async () => {
  const item: [string, string] = ["item", "ren-shen"];
  const quantityResponse = await post("/quotation", [["intent", "add"], item, ["quantity", "7"]]);
  const cookie = getCookies(quantityResponse);
  await post("/quotation", [["intent", "add"], item], cookie);
  const html = await (await fetch(`${site.origin}/quotation`, { headers: { Cookie: cookie } })).text();
  expect(/<input[^>]*name="quantity"[^>]*>/.exec(html)![0]).toContain('value="9"');
});
