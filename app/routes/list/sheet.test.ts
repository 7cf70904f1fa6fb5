import { expect, test } from "vitest";
import { getCookies } from "#tests/setup/site.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/route-caller.ts";
import { createList, createRandom, listFilledLines } from "#tests/setup/random-lists.ts";
import { readInbox } from "#tests/setup/inbox.ts";
import type { QuotationResult } from "#app/services/api/contract/forms/form-results.ts";
import { actionLimits } from "#app/services/submissions/rate-limit.ts";
import * as quotation from "../quotation/route.tsx";
import * as list from "./route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

let visitors = 0;

const send = <T = Response>(fields: [string, string][], Cookie = "", address = "/quotation") =>
  site.send<T>(quotation.action, address, fields, { Cookie }, { clientAddress: `10.3.0.${++visitors}` });

const fill = <T = Response>(...fields: [string, string][]) => send<T>([["intent", "sheet"], ...fields]);

const readBasket = (cookie: string) => site.services.baskets.read(/inquiry=([^;]+)/.exec(cookie)?.[1]);

const loadQuotation = (response: Response) =>
  renderRoute(site, quotation, response.headers.get("Location")!, { headers: { Cookie: getCookies(response) } });

const listIds = (html: string) => [...html.matchAll(/name="item" value="([^"]+)"/g)].map(([, id]) => id);

test("the order sheet lists all products by name on one page, each with number, minimum order, batch and quantity field", async () => {
  const html = await renderRoute(site, list, "/product/list?view=sheet");
  const { total } = await site.services.createApiFor({ locale: "cn" }, (error) => error).content.list("product", {});
  const ids = listIds(html);
  expect(ids).toHaveLength(total);
  expect(ids.indexOf("bai-shao")).toBeLessThan(ids.indexOf("huang-qi"));
  const row = html.split("<tr").find((part) => part.includes(">黄芪</a>") && part.includes('name="quantity"'))!;
  for (const text of ["QG-P-0101", "起订 20 kg", 'href="/batch/', 'name="quantity"']) expect(row).toContain(text);
  expect(html.match(/type="submit"[^>]*>按所填数量加入询价单/g)).toHaveLength(1);
  // The list with pictures and the order sheet link to each other.
  expect(html).toMatch(/<a href="\/product\/list"[^>]*>返回图文列表/);
  expect(await renderRoute(site, list, "/product/list")).toMatch(/<a href="\/product\/list\?view=sheet"[^>]*>订货单/);
  expect(await renderRoute(site, list, "/en/news/list?view=sheet")).not.toContain('value="sheet"');
  const extracts = listIds(await renderRoute(site, list, "/product/list/extracts?view=sheet"));
  expect(extracts.length).toBeLessThan(ids.length);
});

test.each([
  ["", "订货单", "黄芪", ["品名", "规格", "包装", "起订", "数量"]],
  ["/en", "Order sheet", "astragalus", ["Name", "Form", "Pack", "Min.", "Quantity"]],
])(
  "the sheet %s/product/list has its own title and headings, and can be filtered",
  async (prefix, title, keyword, headings) => {
    const path = `${prefix}/product/list`;
    const html = await renderRoute(site, list, `${path}?view=sheet`);
    expect(html).toContain(`<h1>${title}</h1>`);
    for (const head of headings) expect(html).toContain(`<th scope="col"><span>${head}</span></th>`);
    // Links to categories and the keyword form stay on the order sheet.
    expect(html).toContain(`href="${path}/extracts?view=sheet"`);
    expect(html).toMatch(/<form[^>]*role="search".*<input type="hidden" name="view" value="sheet"\/>.*<\/form>/s);
    const narrowedSheet = await renderRoute(site, list, `${path}?view=sheet&keyword=${encodeURIComponent(keyword)}`);
    expect(listIds(narrowedSheet)).toContain("huang-qi");
    expect(listIds(narrowedSheet).length).toBeLessThan(listIds(html).length);
    expect(narrowedSheet).toContain(`href="${path}?view=sheet"`);
  },
);

test("one submission adds the rows that have a quantity, and the rows that only request a sample", async () => {
  const response = await fill(
    ...([
      ["item", "huang-qi"],
      ["quantity", "40"],
      ["item", "bai-shao"],
      ["quantity", ""],
    ] as [string, string][]),
    ...([
      ["item", "gui-zhi"],
      ["quantity", " "],
      ["sample", "gui-zhi"],
    ] as [string, string][]),
  );
  expect(response.headers.get("Location")).toBe("/quotation?added=1&samples=1");
  const cookie = getCookies(response);
  expect(await readBasket(cookie)).toEqual([
    { id: "huang-qi", quantity: 40 },
    { id: "gui-zhi", quantity: 1, sample: true },
  ]);
  const page = await loadQuotation(response);
  expect(page.match(/要样品</g)).toHaveLength(1);
  expect(page).toContain('<p role="status">加入 1 行 · 要样品 1 种</p>');
  // The request for a sample survives a change of the list, and is sent.
  const rows: [string, string][] = [
    ["item", "huang-qi"],
    ["quantity", "41"],
    ["item", "gui-zhi"],
    ["quantity", "25"],
  ];
  await send([["intent", "update"], ...rows], cookie);
  expect(await readBasket(cookie)).toContainEqual({ id: "gui-zhi", quantity: 25, sample: true });
  const contact: [string, string][] = [
    ["name", "Ada"],
    ["contact", "ada@example.com"],
  ];
  expect((await send([["intent", "send"], ...rows, ...contact], cookie)).status).toBe(303);
  const [message] = await readInbox(site.DATA_DIR);
  expect(message!.payload["items"]).toEqual([
    expect.not.objectContaining({ sample: true }),
    expect.objectContaining({ id: "gui-zhi", quantity: 25, sample: true }),
  ]);
});

/** Fills in the sheet with a value that is refused, and returns the page. */
async function fillToPage(fields: [string, string][], Cookie = "", prefix = "") {
  const address = `${prefix}/quotation`;
  type Result = { data: unknown; init: ResponseInit };
  const { init, ...result } = await send<Result>([["intent", "sheet"], ...fields], Cookie, address);
  const headers = new Headers(init.headers);
  const cookie =
    Cookie ||
    headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
  const html = await renderRoute(site, quotation, address, { actionData: { ...result, init } });
  const [, message] = /<textarea[^>]*name="message"[^>]*>([^<]*)</.exec(html)!;
  return { status: init.status, html, message, cookie, basket: await readBasket(cookie) };
}

test("pasted item numbers are found in any spelling, duplicates are added up, and unknown ones are listed", async () => {
  const pastedText = "qg–p–O101\t40\nQG P 0101\nQG-P-0101，2吨\n白芍 9\nQG-P-9999, 5\n";
  const { status, html, message, basket } = await fillToPage([["numbers", pastedText]]);
  expect(basket).toEqual([{ id: "huang-qi", quantity: 2040 }]);
  expect(status).toBe(422);
  expect(html).toContain('<p role="status">加入 1 行 · 并入同一货号 2 行 · 没有找到 2 行</p>');
  expect(html).toMatch(
    /role="alert".*<li><p[^>]*>白芍 9<\/p><a href="#message">这一行没有货号.*<li><p[^>]*>QG-P-9999, 5<\/p><a href="#message">没有找到/s,
  );
  expect(message).toBe("粘贴的清单里，以下各行请再看一看：\n白芍 9\nQG-P-9999, 5");
});

test("lines that couldn't be read stay in the inquiry's message, in every language, until it is sent", async () => {
  const { cookie } = await fillToPage([["numbers", "QG-P-0101 40 要炒的\n黄芪 四十公斤"]]);
  for (const [address, words] of [
    ["/quotation", "以下各行"],
    ["/en/quotation", "please look at these lines"],
  ] as const) {
    const html = await renderRoute(site, quotation, address, { headers: { Cookie: cookie } });
    expect(html).toMatch(
      new RegExp(`<textarea[^>]*name="message"[^>]*>[^<]*${words}[^<]*\nQG-P-0101 40 要炒的\n黄芪 四十公斤<`),
    );
  }
  const contact: [string, string][] = [
    ["name", "Ada"],
    ["contact", "ada@example.com"],
  ];
  const rows: [string, string][] = [
    ["item", "huang-qi"],
    ["quantity", "40"],
  ];
  expect((await send([["intent", "send"], ...rows, ...contact], cookie)).status).toBe(303);
  const html = await renderRoute(site, quotation, "/quotation", { headers: { Cookie: cookie } });
  expect(html).toMatch(/<textarea[^>]*name="message"[^>]*><\/textarea>/);
});

test("each pasted line counts as a look-up, and beyond the limit of look-ups the form keeps its input", async () => {
  const lines = Array.from({ length: 200 }, (_, number) => `XX-${number} 5`).join("\n");
  const paste = (numbers: string) => {
    const fields = { intent: "sheet", numbers, message: "To Ada", item: "huang-qi", quantity: "40" };
    return site.send<Response & { data: QuotationResult; init: ResponseInit }>(
      quotation.action,
      "/quotation",
      fields,
      {},
      { clientAddress: "10.3.1.1" },
    );
  };
  for (let count = 200; count <= actionLimits.lookup.maxPerSender; count += 200)
    expect((await paste(lines)).init.status).toBe(422);
  const { data, init } = await paste("QG-P-0101 41\n白芍");
  expect(init).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^\d+$/) as string } });
  expect(data).toMatchObject({ problem: "changedTooOften", rows: [{ id: "huang-qi", quantity: "40" }] });
  expect(data.values?.message).toBe("To Ada\nQG-P-0101 41\n白芍");
  // A sheet without pasted lines makes no look-ups, so the limit doesn't apply.
  expect((await paste("")).status).toBe(303);
});

test.each([
  ["2.5", "2.5", "黄芪的 2.5 合 2.5 kg，不是整数；可填 2 kg / 3 kg"],
  ["500克", "500克", "黄芪的 500克 合 0.5 kg，不是整数；可填 1 kg"],
  ["3 箱", "3 箱", "黄芪按 kg 订购，“3 箱”换算不了，请填 kg 数"],
  ["1000000", "1000000", "黄芪的数量请填整数，从 1 到 999999 kg"],
  ["40-50", "40-50", "数量读不明白，已写进补充说明，请在这里填写"],
])(
  "the quantity %s of a pasted item number is refused, and the quantity on the list stays",
  async (quantity, typed, why) => {
    const before = await fill(["numbers", "QG-P-0101 30"]);
    const text = `QG-P-0101 ${quantity}\nQG-P-9999 5`;
    const { status, html, message, basket } = await fillToPage([["numbers", text]], getCookies(before));
    expect([status, basket]).toEqual([422, [{ id: "huang-qi", quantity: 30 }]]);
    expect(html).toContain(`value="${typed}"`);
    expect(html).toContain(`QG-P-0101 ${quantity}</p><a href="#quantity-huang-qi">${why}</a>`);
    expect(message).toContain(text);
  },
);

test("a quantity below the minimum order is raised to the minimum, with a note", async () => {
  const response = await fill(["numbers", "QG-P-0101 5"], ["item", "bai-shao"], ["quantity", "40"]);
  expect(response.headers.get("Location")).toBe("/quotation?added=1&raised=1");
  expect(await readBasket(getCookies(response))).toContainEqual({ id: "huang-qi", quantity: 20 });
  expect(await loadQuotation(response)).toContain("加入 1 行 · 调高到起订量 1 行");
});

test("an item number without a quantity requests the minimum order, and the page counts such items", async () => {
  const response = await fill(["numbers", "QG-P-0101\nQG-P-0102 40 kg"]);
  expect(response.headers.get("Location")).toBe("/quotation?added=2&withoutQuantity=1");
  expect(await readBasket(getCookies(response))).toContainEqual({ id: "huang-qi", quantity: 20 });
  expect(await loadQuotation(response)).toContain("加入 2 行 · 其中 1 项没写数量");
});

test("a quantity that can't be parsed stays as typed, with its error, and isn't added to the list", async () => {
  const { status, html, basket } = await fillToPage([
    ["item", "huang-qi"],
    ["quantity", "some"],
  ]);
  expect([status, basket]).toEqual([422, []]);
  expect(html).toMatch(/value="some"/);
});

test("a line of more than a hundred characters goes into the inquiry's message, and lines beyond the two hundredth are refused", async () => {
  const address = `Please send everything to ${"Example Street, ".repeat(20)}`.trim();
  const long = await fillToPage([["numbers", address]], "", "/en");
  expect([long.status, long.message]).toEqual([422, expect.stringContaining(address)]);
  const many = Array.from({ length: 210 }, () => "QG-P-0101 1").join("\n");
  const { html, basket } = await fillToPage([["numbers", `${many}\nQG-P-0102 7`]]);
  expect(basket).toEqual([{ id: "huang-qi", quantity: 200 }]);
  expect(html).toContain("加入 1 行 · 并入同一货号 199 行 · 没有收下 11 行");
});

test("in 100 random lists the page counts each line, and the message has those that weren't understood", async () => {
  const random = createRandom(63);
  for (let index = 0; index < 100; index++) {
    // Removes headings and quotes, because they change the number of lines.
    const pastedText = createList(random).replace(/["“]|货号：|SKU|Item|No\./g, " ");
    const response = await fill<Response | { data: unknown; init: ResponseInit }>(["numbers", pastedText]);
    const isRefused = !(response instanceof Response);
    const html = isRefused
      ? await renderRoute(site, quotation, "/quotation", { actionData: response })
      : await loadQuotation(response);
    const [, counts = ""] = /<p role="status">([^<]*)</.exec(html) ?? [];
    const sum = [...counts.matchAll(/(?<!其中 )\d+/g)].reduce((all, [count]) => all + Number(count), 0);
    const lines = listFilledLines(pastedText);
    expect(sum, pastedText).toBeGreaterThanOrEqual(lines.length);
    if (!lines.some((line) => (line.match(/[0O]10[12]|9999|HQ26/g) ?? []).length > 1))
      expect(sum, pastedText).toBe(lines.length);
    const [, message = ""] = /<textarea[^>]*name="message"[^>]*>([^<]*)</.exec(html)!;
    const rejectedCount = [...counts.matchAll(/没有(?:收下|找到) (\d+)/g)].reduce(
      (all, [, count]) => all + Number(count),
      0,
    );
    expect(new Set(message.split("\n").slice(1)).size, pastedText).toBeGreaterThanOrEqual(Math.min(1, rejectedCount));
  }
});
