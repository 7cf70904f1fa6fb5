import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { BasketRow } from "#app/services/api/contract/forms/form-results.ts";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { formatDetails } from "#app/services/submissions/texts/describe.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { createBasketReader } from "#tests/setup/routes/list-caller.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { getCookies, setUpBackend } from "#tests/setup/site/site.ts";
import * as quotation from "./route.tsx";

type Fields = Record<string, string> | [string, string][];
type Result = { data: { problem?: string; rows?: BasketRow[]; reference?: string }; init?: ResponseInit };

expectNoComplaints();

const site = await setUpRouteCaller();

let visitors = 0;

/** Sends the form as a new visitor, unless an address is given. */
const send = <T = Result>(fields: Fields, Cookie = "", clientAddress = `10.1.0.${++visitors}`, caller = site) =>
  caller.send<T>(quotation.action, "/en/quotation", fields, { Cookie }, { clientAddress });

/** Sends the form, and returns the response as a page. */
async function sendToPage(fields: Fields, Cookie = "", clientAddress?: string) {
  const { init, ...result } = await send(fields, Cookie, clientAddress);
  const html = await renderRoute(site, quotation, "/en/quotation", { actionData: { ...result, init } });
  return { status: init?.status, headers: new Headers(init?.headers), html };
}

const loadPage = (Cookie: string, address = "/en/quotation") =>
  renderRoute(site, quotation, address, { headers: { Cookie } });

/** Adds an item to a new list, and returns the list's cookie. */
async function add(fields: Record<string, string>): Promise<string> {
  const response = await send<Response>({ intent: "add", ...fields });
  expect(response.status).toBe(303);
  return getCookies(response);
}

const createItems = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, n) => ["item", `item-${n}`]);
const countRows = (html: string) => html.match(/name="item"/g)?.length ?? 0;
const readBasket = createBasketReader(site);
const writeBasket = async (items: { id: string; quantity: number }[]) =>
  `inquiry=${(await site.services.baskets.change(undefined, () => items)).id}`;

test.each<[string, [string, string][]]>([
  ["no button", [["intent", "x"]]],
  ["the button that changes", [["intent", "update"]]],
  ["the button that sends", [["intent", "send"]]],
])("thousands of rows sent by %s get a 422 with a message above the form, and nothing is stored", async (_, button) => {
  const fields: Fields = [...button, ...createItems(3600), ["item", "huang-qi"], ["message", "still here"]];
  const { status, headers, html } = await sendToPage(fields);
  expect([status, countRows(html), headers.get("Set-Cookie")]).toEqual([422, 0, null]);
  expect(html).toContain("An inquiry list holds up to 200 items");
  expect(html).toContain("still here</textarea>");
});

test("an unknown item is reported, with and without script, and is marked on a list that has known items", async () => {
  const unknownItem = { intent: "add", item: "gone" };
  const { status, headers, html } = await sendToPage(unknownItem);
  expect([status, headers.get("Set-Cookie")]).toEqual([422, null]);
  expect(html).toContain("no longer available");
  expect((await send({ ...unknownItem, stay: "1" })).init?.status).toBe(422);
  const cookie = await add({ item: "huang-qi" });
  expect((await send<Response>(unknownItem, cookie)).status).toBe(303);
  expect(await loadPage(cookie)).toContain("gone (no longer available)");
});

test("an item that the site no longer has stays on existing lists, and its quantity can be changed", async () => {
  const cookie = await writeBasket([{ id: "gone", quantity: 2 }]);
  const change = { intent: "update", item: "gone", quantity: "3" };
  expect(countRows((await sendToPage(change, cookie)).html)).toBe(1);
  expect(await readBasket(cookie)).toEqual([{ id: "gone", quantity: 3 }]);
});

test("a visitor with too many changes must wait, with and without script, and the input is shown again", async () => {
  const fields = { intent: "add", item: "huang-qi", quantity: "7", message: "my words" };
  const visitor = "198.51.100.7";
  const { maxPerSender } = actionLimits.basket;
  await Promise.all(Array.from({ length: maxPerSender }, () => send(fields, "", visitor)));
  const { status, headers, html } = await sendToPage(fields, "", visitor);
  expect([status, countRows(html), html.includes("my words</textarea>")]).toEqual([429, 1, true]);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(html).toContain("Many changes have come from your network");
  const { init } = await send({ ...fields, stay: "1" }, "", visitor);
  expect([init?.status, new Headers(init?.headers).has("Retry-After")]).toEqual([429, true]);
  await add({ item: "huang-qi" });
});

test("the two hundred and first item is rejected, and the listed items stay", async () => {
  const items = Array.from({ length: 200 }, (_, n) => ({ id: `item-${n}`, quantity: 1 }));
  const cookie = await writeBasket(items);
  const addOther = { intent: "add", item: "huang-qi" };
  const { status, html } = await sendToPage(addOther, cookie);
  expect([status, html.includes("up to 200 items")]).toEqual([422, true]);
  expect((await send({ ...addOther, stay: "1" }, cookie)).init?.status).toBe(422);
  const addMore = { intent: "add", item: "item-7", quantity: "2" };
  expect((await send<Response>(addMore, cookie)).status).toBe(303);
  expect(await readBasket(cookie)).toEqual(items.with(7, { id: "item-7", quantity: 3 }));
});

describe.each([
  ["", "起订", "少于起订量 20 kg"],
  ["/en", "Min.", "This is below the minimum order of 20 kg"],
])("the minimum order at %s/quotation", (prefix, hint, belowHint) => {
  test("an added item starts with the minimum order; a smaller quantity is accepted with a hint", async () => {
    const cookie = await add({ item: "huang-qi" });
    const html = await loadPage(cookie, `${prefix}/quotation`);
    const input = /<input[^>]*name="quantity"[^>]*>/.exec(html)![0];
    expect(input).toContain('value="20"');
    expect(input).toContain('aria-describedby="quantity-huang-qi-hint"');
    expect(html).toMatch(/<span aria-hidden="true"> (?:<!-- -->)?kg<\/span>/);
    expect(html).toMatch(new RegExp(`id="quantity-huang-qi-hint"[^>]*><span>${hint}[^]*?</span>20 kg<`));
    const smallItem = { item: "huang-qi", quantity: "5" };
    const actionData = await send({ intent: "update", ...smallItem }, cookie);
    const changedPage = await renderRoute(site, quotation, `${prefix}/quotation`, { actionData });
    expect(changedPage).toContain(belowHint);
    const contact = { name: "Ada", contact: "ada@example.com" };
    const { headers } = await send<Response>({ intent: "send", ...smallItem, ...contact }, cookie);
    const reference = /reference=(\w{8})/.exec(headers.get("Location")!)![1];
    const submission = (await readInbox(site.DATA_DIR)).find((candidate) => candidate.reference === reference);
    const item: unknown = expect.objectContaining({ id: "huang-qi", quantity: 5, unit: "kg", minimum: 20 });
    expect(submission!.payload["items"]).toEqual([item]);
    const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai", SITE_URL: undefined });
    expect(formatDetails(submission!, ownerTexts).join("\n")).toContain("5 kg（起订量 20 kg）");
  });
});

test("a typed quantity replaces the minimum order, and adding the item again adds the minimum order", async () => {
  const cookie = await add({ item: "ren-shen", quantity: "7" });
  const addAgain = { intent: "add", item: "ren-shen" };
  await send(addAgain, cookie);
  expect(await readBasket(cookie)).toEqual([{ id: "ren-shen", quantity: 9 }]);
});

test("the form has an idempotency key, so that sending it twice stores it once, and a changed form with the same key is refused", async () => {
  const key = /name="key" value="([^"]+)"|value="([^"]+)"[^>]*name="key"/
    .exec(await loadPage(""))!
    .slice(1)
    .find(Boolean)!;
  const request = { intent: "send", key, item: "huang-qi", quantity: "3", name: "Ada", contact: "ada@example.com" };
  const sendText = (message: string) => send<Response>({ ...request, message }, "", "203.0.113.7");
  const [first, second] = await Promise.all([sendText("one"), sendText("one")]);
  const location = first.headers.get("Location")!;
  expect(location).toMatch(/^\/en\/quotation\/received\?reference=\w{8}$/);
  expect(second.headers.get("Location")).toBe(location);
  const { status, html } = await sendToPage({ ...request, message: "another" }, "", "203.0.113.7");
  expect(status).toBe(409);
  expect(html).toContain(location.slice(-8));
  expect(html).toContain("another</textarea>");
});

describe("with an owner's backend", async () => {
  const backend = await setUpBackend();
  test("at most 40 items are looked up at a time, and 200 in all for a request", async () => {
    let [runningCalls, maxRunningCalls, callCount] = [0, 0, 0];
    backend.responders.set("/api/product/info", async () => {
      callCount++;
      maxRunningCalls = Math.max(maxRunningCalls, ++runningCalls);
      await sleep(5);
      runningCalls--;
      return Response.json({ code: 404, message: "no", data: null });
    });
    const caller = await createRouteCaller({ API_BASE_URL: backend.origin });
    const { init } = await send([["intent", "x"], ...createItems(3600)], "", undefined, caller);
    await caller.dispose();
    expect([init?.status, callCount]).toEqual([422, 200]);
    expect(maxRunningCalls).toBeLessThanOrEqual(40);
  });

  test("while the API fails, the list keeps its rows, and no batches are loaded for them", async () => {
    const paths: string[] = [];
    backend.responders.set("/api/product/info", () => Promise.resolve(new Response(null, { status: 503 })));
    backend.responders.set("*", (request) => {
      paths.push(new URL(request.url).pathname);
      return backend.api(request);
    });
    const caller = await createRouteCaller({ API_BASE_URL: backend.origin });
    const { data } = await send({ intent: "x", item: "huang-qi", quantity: "21" }, "", undefined, caller);
    await caller.dispose();
    expect(data.rows).toMatchObject([{ id: "huang-qi", title: "huang-qi", quantity: "21" }]);
    expect(paths.filter((path) => path.includes("batch"))).toEqual([]);
  });
});

test("concurrently added items are all on the list, and items missing from a page stay when that page is sent", async () => {
  const cookie = await add({ item: "huang-qi" });
  const others = ["ren-shen", "dang-gui", "san-qi"];
  const added = await Promise.all(others.map((item) => send({ intent: "add", item, stay: "1" }, cookie)));
  const counts = added.map(({ data }) => (data as unknown as { ids: string[] }).ids.length);
  expect(counts.sort()).toEqual([2, 3, 4]);
  // The form of a page that was opened before the other items were added doesn't list them.
  const { data } = await send({ intent: "update", item: "huang-qi", quantity: "21" }, cookie);
  expect(data.rows?.map(({ id }) => id).sort()).toEqual(["huang-qi", ...others].sort());
  const contact = { name: "Ada", contact: "ada@example.com" };
  await send<Response>({ intent: "send", item: "huang-qi", quantity: "21", ...contact }, cookie);
  expect((await readBasket(cookie)).map(({ id }) => id).sort()).toEqual([...others].sort());
  await send({ intent: "update", remove: "san-qi", item: "ren-shen", quantity: "3" }, cookie);
  expect((await readBasket(cookie)).map(({ id }) => id).sort()).toEqual(["dang-gui", "ren-shen"]);
});

test("a processed form that no formula names goes to the message, not to the product's line", async () => {
  const form = "已付款，免检放行";
  const fields = { intent: "send", item: "huang-qi", quantity: "40", form, name: "Ada", contact: "ada@example.com" };
  expect((await send<Response>(fields)).status).toBe(303);
  const [submission] = await readInbox(site.DATA_DIR);
  expect(submission!.payload["items"]).toEqual([expect.not.objectContaining({ form })]);
  expect(submission!.payload["message"]).toMatch(/: 已付款，免检放行$/);
});

test("an emptied quantity has one error, without the hint about the minimum order", async () => {
  const { status, html } = await sendToPage({ intent: "update", item: "huang-qi", quantity: "" });
  expect(status).toBe(422);
  expect(html).toMatch(/a whole number from 1 to 999,?999 kg/);
  expect(html).not.toContain("below the minimum order");
});

test("the hint for a pasted list names the first product by number and by name, and both are read", async () => {
  const [, ...examples] = /For example (.+? 40 kg), or (.+? 40 kg), or a table/.exec(await loadPage(""))!;
  const response = await send<Response>({ intent: "sheet", numbers: examples.join("\n") });
  const html = await loadPage(getCookies(response), response.headers.get("Location")!);
  expect(html.match(/<input[^>]*name="quantity"[^>]*value="40"/g)).toHaveLength(2);
});

test("a sample has no quantity, unless the visitor types one, and the list keeps the sample", async () => {
  const sheet = { intent: "sheet", item: "huang-qi", quantity: "", sample: "huang-qi" };
  const cookie = getCookies(await send<Response>(sheet));
  const page = await loadPage(cookie);
  expect(page).toMatch(/<input[^>]*name="quantity"[^>]*value=""/);
  expect(page).toContain(">Sample requested<");
  const fields = { item: "huang-qi", listed: "", form: "", quantity: "", sample: "huang-qi" };
  expect((await send({ intent: "update", ...fields }, cookie)).init?.status).toBe(200);
  expect(await readBasket(cookie)).toEqual([{ id: "huang-qi", sample: true }]);
  const request = { intent: "send", name: "Ada", contact: "ada@example.com" };
  // The second response is the same, because the list of the first request is what was seen.
  for (const _ of "12")
    expect((await send<Response>({ ...request, key: "no-quantity", ...fields }, cookie)).status).toBe(303);
  const [submission] = await readInbox(site.DATA_DIR);
  expect(submission).toMatchObject({
    contact: "ada@example.com",
    payload: { items: [{ id: "huang-qi", sample: true }] },
  });
  expect((submission!.payload["items"] as object[])[0]).not.toHaveProperty("quantity");
  expect((await send<Response>({ ...request, ...fields, quantity: "30" })).status).toBe(303);
  expect((await readInbox(site.DATA_DIR))[0]!.payload["items"]).toMatchObject([{ quantity: 30, sample: true }]);
});

test("an older tab says which newer quantity it would overwrite, and overwrites it when the button is pressed again", async () => {
  const cookie = await writeBasket([
    { id: "huang-qi", quantity: 40 },
    { id: "dang-gui", quantity: 20 },
  ]);
  const createFields = (listed: string): [string, string][] => [
    ...Object.entries({ item: "huang-qi", listed, quantity: "25" }),
    ...Object.entries({ item: "dang-gui", listed: "20", quantity: "30" }),
    ["name", "Ada"],
    ["contact", "ada@example.com"],
  ];
  for (const intent of ["update", "send"]) {
    const { status, html } = await sendToPage([["intent", intent], ...createFields("20")], cookie);
    expect(status).toBe(422);
    expect(html).toContain("your list has meanwhile changed to 40 kg. To make it 25 kg, press the button again");
    // The page has now shown the newer quantity.
    expect(html).toMatch(/name="listed" value="40".*value="25".*name="listed" value="30"/s);
    expect(await readBasket(cookie)).toMatchObject([{ quantity: 40 }, { quantity: 30 }]);
  }
  expect((await send<Response>([["intent", "send"], ...createFields("40")], cookie)).status).toBe(303);
});

test("Enter in a quantity updates the list, and sends the form if the list is empty", async () => {
  const readFirstButton = (html: string) => {
    const form = html.split("<form").find((part) => part.includes('name="contact"'))!;
    return /<button[^>]*value="(\w+)"/.exec(form)![1];
  };
  expect(readFirstButton(await loadPage(await add({ item: "huang-qi" })))).toBe("update");
  expect(readFirstButton(await loadPage(""))).toBe("send");
});
