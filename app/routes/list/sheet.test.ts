import { expect, test } from "vitest";
import * as quotation from "#app/routes/quotation/route.tsx";
import type { CheckedLine } from "#app/services/api/contract/forms/form-results.ts";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { createBasketReader, createListCaller, type ListPage } from "#tests/setup/routes/list-caller.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { getCookies } from "#tests/setup/site/site.ts";
import * as list from "./route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

const { send, fill, paste, press, loadLines, readBasket } = createListCaller(site);
const readItems = createBasketReader(site);

const loadQuotation = (response: Response) =>
  renderRoute(site, quotation, response.headers.get("Location")!, { headers: { Cookie: getCookies(response) } });

const createRow = (item: string, quantity: string) => Object.entries({ item, quantity });

const listIds = (html: string) => [...html.matchAll(/name="item" value="([^"]+)"/g)].map(([, id]) => id);

test("the order sheet lists all products by name on one page, each with number, minimum order, batch and quantity field", async () => {
  const html = await renderRoute(site, list, "/product/list?view=sheet");
  const { total } = await site.services.createApiFor({ locale: "cn" }, (error) => error).content.list("product", {});
  const ids = listIds(html);
  expect(ids).toHaveLength(total);
  expect(ids.indexOf("bai-shao")).toBeLessThan(ids.indexOf("huang-qi"));
  const row = html.split("<tr").find((part) => part.includes(">黄芪</a>") && part.includes('name="quantity"'))!;
  for (const text of ["QG-P-0101", "</span>20 kg", 'href="/batch/', 'name="quantity"']) expect(row).toContain(text);
  expect(html.match(/type="submit"[^>]*>加入询价单/g)).toHaveLength(1);
  // The list with pictures and the order sheet link to each other.
  expect(html).toMatch(/<a href="\/product\/list"[^>]*>返回图文列表/);
  expect(await renderRoute(site, list, "/product/list")).toMatch(/<a href="\/product\/list\?view=sheet"[^>]*>订货单/);
  expect(await renderRoute(site, list, "/en/news/list?view=sheet")).not.toContain('value="sheet"');
  const extracts = listIds(await renderRoute(site, list, "/product/list/extracts?view=sheet"));
  expect(extracts.length).toBeLessThan(ids.length);
});

test.each([
  ["", "订货单", "黄芪", ["品名", "规格 · 包装", "货号 · 批次", "起订", "数量"]],
  ["/en", "Order sheet", "astragalus", ["Name", "Form · pack", "Item no. · batch", "Min.", "Quantity"]],
])(
  "the sheet %s/product/list has its own title and headings, and can be filtered",
  async (prefix, title, keyword, headings) => {
    const path = `${prefix}/product/list`;
    const html = await renderRoute(site, list, `${path}?view=sheet`);
    expect(html).toContain(`<h1>${title}</h1>`);
    for (const head of headings) expect(html).toContain(`<th scope="col">${head}</th>`);
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
  const sample: [string, string] = ["sample", "gui-zhi"];
  const filled = [...createRow("huang-qi", "40"), ...createRow("bai-shao", ""), ...createRow("gui-zhi", " "), sample];
  const response = await fill(...filled);
  expect(response.headers.get("Location")).toBe("/quotation?added=2&samples=1");
  const cookie = getCookies(response);
  expect(await readItems(cookie)).toEqual([
    { id: "huang-qi", quantity: 40 },
    { id: "gui-zhi", sample: true },
  ]);
  const page = await loadQuotation(response);
  expect(page.match(/要样品</g)).toHaveLength(1);
  expect(page).toContain('<p role="status">加入 2 种 · 要样品 1 种</p>');
  // The request for a sample survives a change of the list, and is sent.
  const rows = [...createRow("huang-qi", "41"), ...createRow("gui-zhi", "25"), sample];
  await send([["intent", "update"], ...rows], cookie);
  expect(await readItems(cookie)).toContainEqual({ id: "gui-zhi", quantity: 25, sample: true });
  const others = Object.entries({ intent: "send", name: "Ada", contact: "ada@example.com" });
  expect((await send([...others, ...rows], cookie)).status).toBe(303);
  const [message] = await readInbox(site.DATA_DIR);
  expect(message!.payload["items"]).toEqual([
    expect.not.objectContaining({ sample: true }),
    expect.objectContaining({ id: "gui-zhi", quantity: 25, sample: true }),
  ]);
});

const describeLines = (lines: readonly CheckedLine[]) => lines.map(({ line, row }) => [line, row?.id, row?.quantity]);

const openPage = (Cookie: string, address: string) => renderRoute(site, quotation, address, { headers: { Cookie } });

const showPage = (actionData: ListPage, prefix = "") =>
  renderRoute(site, quotation, `${prefix}/quotation`, { actionData });

test("a pasted list is checked at its own address, and nothing is on the list before the visitor presses the button", async () => {
  const text = "qg–p–O101\t40kg\n白芍 5kg\nHuáng qí 12.5公斤\n\n甘草要好的\n\tQG-P-9999 5 \n桂枝";
  const { response, cookie, lines } = await paste(text, ...createRow("ren-shen", "7"));
  expect(response!.headers.get("Location")).toBe("/quotation?check=1");
  expect(await readItems(cookie)).toEqual([]);
  expect(describeLines(lines)).toEqual([
    ["", "ren-shen", "7"],
    ["qg–p–O101\t40kg", "huang-qi", "40"],
    ["白芍 5kg", "bai-shao", "5"],
    ["Huáng qí 12.5公斤", "huang-qi", "13"],
    ["甘草要好的", undefined, undefined],
    ["\tQG-P-9999 5 ", undefined, undefined],
    ["桂枝", "gui-zhi", ""],
  ]);
  const html = await openPage(cookie, "/quotation?check=1");
  for (const words of [
    "<h1>核对清单</h1>",
    '<p role="status">读准 4 行 · 请填 1 行 · 没有认出产品 2 行</p>',
    "少于起订量 20 kg",
    "原写 12.5 kg，已进为整数",
    "没有确定的数量，请填",
    'aria-describedby="quantity-1-line',
  ])
    expect(html).toContain(words);
  expect(html.match(/>没有认出产品</g)).toHaveLength(2);
  expect(html).toContain('href="/product/info/bai-shao"');
  expect(await openPage(cookie, "/en/quotation?check=1")).toContain("<h1>Check your list</h1>");
  const pressed = await press(lines, cookie, {}, [4]);
  expect(pressed.headers.get("Location")).toBe("/quotation?added=4&samples=1&left=2");
  const { items, pasted } = await readBasket(cookie);
  expect(items.map(({ id, quantity }) => [id, quantity])).toEqual([
    ["ren-shen", 7],
    ["huang-qi", 53],
    ["bai-shao", 5],
    ["gui-zhi", undefined],
  ]);
  expect(pasted).toEqual({ text, rows: [] });
  const html2 = await openPage(cookie, pressed.headers.get("Location")!);
  expect(html2).toContain("加入 4 种 · 要样品 1 种 · 清单里 2 行没有加入（原文随询价单一起发送）");
  expect(html2).toMatch(/<summary>粘贴的清单（原文随询价单一起发送）<\/summary><p[^>]*>qg–p–O101\t40kg\n白芍 5kg/);
});

test("the pasted text is sent whole, in its order, behind the message, and another tab's text stays", async () => {
  const text = "Dear Ada,\n黄芪 40kg 麸炒\n以上全部取消\n  Bob ";
  const { cookie } = await paste(text);
  const person = Object.entries({ intent: "send", name: "Bob", contact: "bob@example.com" });
  const sendTyped = (message: string) => send([...person, ["message", message]], cookie);
  expect(((await sendTyped("x".repeat(5001))) as Response & ListPage).init).toMatchObject({ status: 422 });
  expect((await sendTyped("Please quote.")).status).toBe(303);
  const [submission] = await readInbox(site.DATA_DIR);
  expect(submission!.payload["message"]).toBe(`Please quote.\n\n粘贴的清单原文：\n${text}`);
  expect((await readBasket(cookie)).pasted.text).toBe("");
});

test("a pasted list can be removed, and a second one is added below the first, the same one once", async () => {
  const { cookie } = await paste("黄芪 40kg");
  const pasteMore = (numbers: string) =>
    send(
      [
        ["intent", "sheet"],
        ["numbers", numbers],
      ],
      cookie,
    );
  for (const text of ["白芍 30kg\r\n谢谢", "白芍 30kg\r\n谢谢"]) await pasteMore(text);
  expect((await readBasket(cookie)).pasted.text).toBe("黄芪 40kg\n白芍 30kg\n谢谢");
  await send(
    [
      ["intent", "forget"],
      ["message", "typed"],
    ],
    cookie,
  );
  expect(await readBasket(cookie)).toMatchObject({ message: "typed", pasted: { text: "" } });
});

test("a wrong quantity leads to the same page with an error at its field, and nothing is lost", async () => {
  const { cookie, lines } = await paste("黄芪\n白芍 40kg\n谢谢");
  const again = await press(lines, cookie, { 0: "some", 1: "50" });
  expect(again.init.status).toBe(422);
  expect(describeLines(again.data.checked!.lines)).toEqual([
    ["黄芪", "huang-qi", "some"],
    ["白芍 40kg", "bai-shao", "50"],
    ["谢谢", undefined, undefined],
  ]);
  const html = await showPage(again);
  expect(html).toMatch(/role="alert".*<a href="#quantity-0">黄芪的数量请填整数/s);
  expect(html).toMatch(
    /id="quantity-0"[^>]*aria-invalid="true"[^>]*value="some"|id="quantity-0"[^>]*value="some"[^>]*aria-invalid/,
  );
  await press(again.data.checked!.lines, cookie, { 0: "30 kg" });
  expect((await readItems(cookie)).map(({ quantity }) => quantity)).toEqual([30, 50]);
});

test("a list of more than 200 lines, or of too much text, isn't kept, and stays in the field with the sheet's rows", async () => {
  for (const [text, words] of [
    ["QG-P-0101 1\n\n".repeat(201), "清单有 201 行"],
    [`QG-P-0101 1\n${"x".repeat(20_000)}`, "清单的文字太多"],
  ] as const) {
    const { page } = await paste(text, ...createRow("huang-qi", "40"));
    expect([page!.init.status, new Headers(page!.init.headers).get("Set-Cookie")]).toEqual([422, null]);
    const html = await showPage(page!);
    expect(html).toMatch(/<details[^>]* open="".*<input type="hidden" name="item" value="huang-qi"/s);
    expect(html).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>\s*QG-P-0101 1\n/);
    expect(html).toContain(`<a href="#numbers">${words}`);
  }
  // The form of the inquiry is multipart, so that as many Chinese characters fit into the body.
  const longest = `QG-P-0101 1\n${"黄芪".repeat(9994)}`;
  const body = new FormData();
  for (const [name, value] of Object.entries({ intent: "sheet", numbers: longest })) body.set(name, value);
  const response = await site.send<Response>(quotation.action, "/quotation", body);
  expect((await readBasket(getCookies(response))).pasted.text).toBe(longest);
});

test("a list replaces listed quantities, and the same press twice changes nothing more", async () => {
  const cookie = getCookies(await fill(...createRow("huang-qi", "54")));
  await send(
    [
      ["intent", "sheet"],
      ["numbers", "黄芪 40kg"],
    ],
    cookie,
  );
  const lines = await loadLines(cookie);
  const response = await press(lines, cookie);
  expect(response.headers.get("Location")).toBe("/quotation?added=1&replaced=1");
  await press(lines, cookie);
  expect(await readItems(cookie)).toMatchObject([{ quantity: 40 }]);
});

test("a pasted list counts as one look-up, and beyond the limit everything stays on the page", async () => {
  const clientAddress = "10.3.1.1";
  const pasteAsOne = (numbers: string) => {
    const fields = { intent: "sheet", numbers, item: "huang-qi", quantity: "40" };
    return site.send<Response & ListPage>(quotation.action, "/quotation", fields, {}, { clientAddress });
  };
  await site.services.limiter.countAttempt("lookup", clientAddress, actionLimits.lookup.maxPerSender - 1);
  expect((await pasteAsOne("QG-P-9999 5\n".repeat(200))).status).toBe(303);
  const { data, init } = await pasteAsOne("QG-P-0101 41\n白芍");
  expect(init).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^\d+$/) as string } });
  expect(data.refusedText).toMatchObject({
    text: "QG-P-0101 41\n白芍",
    sheetFields: [
      ["item", "huang-qi"],
      ["quantity", "40"],
    ],
  });
});
