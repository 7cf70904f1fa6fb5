import { expect, test } from "vitest";
import * as quotation from "#app/routes/quotation/route.tsx";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { createBasketReader, createListCaller, type ListPage } from "#tests/setup/routes/list-caller.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { getCookies } from "#tests/setup/site/site.ts";
import * as list from "./route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

const { send, fill, paste, press, readBasketAndText } = createListCaller(site);
const readBasket = createBasketReader(site);

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
  expect(await readBasket(cookie)).toEqual([
    { id: "huang-qi", quantity: 40 },
    { id: "gui-zhi", sample: true },
  ]);
  const page = await loadQuotation(response);
  expect(page.match(/要样品</g)).toHaveLength(1);
  expect(page).toContain('<p role="status">加入 2 行 · 要样品 1 种</p>');
  // The request for a sample survives a change of the list, and is sent.
  const rows = [...createRow("huang-qi", "41"), ...createRow("gui-zhi", "25"), sample];
  await send([["intent", "update"], ...rows], cookie);
  expect(await readBasket(cookie)).toContainEqual({ id: "gui-zhi", quantity: 25, sample: true });
  const others = Object.entries({ intent: "send", name: "Ada", contact: "ada@example.com" });
  expect((await send([...others, ...rows], cookie)).status).toBe(303);
  const [message] = await readInbox(site.DATA_DIR);
  expect(message!.payload["items"]).toEqual([
    expect.not.objectContaining({ sample: true }),
    expect.objectContaining({ id: "gui-zhi", quantity: 25, sample: true }),
  ]);
});

const listLines = ({ data }: ListPage) => data.pasted!.lines.map(({ line, row }) => [line, row?.id, row?.quantity]);

const showPage = (page: ListPage, prefix = "") =>
  renderRoute(site, quotation, `${prefix}/quotation`, { actionData: page as { data: unknown; init: ResponseInit } });

test("a pasted list adds nothing before the visitor presses the button, and each line then has one outcome", async () => {
  const text = "qg–p–O101\t40kg\n白芍 5kg\nHuáng qí 12.5公斤\n\n甘草要好的\n\tQG-P-9999 5 \n桂枝";
  const page = await paste(text, ...createRow("ren-shen", "7"));
  expect(new Headers(page.init.headers).get("Set-Cookie")).toBeNull();
  expect(listLines(page)).toEqual([
    ["", "ren-shen", "7"],
    ["qg–p–O101\t40kg", "huang-qi", "40"],
    ["白芍 5kg", "bai-shao", "20"],
    ["Huáng qí 12.5公斤", "huang-qi", "13"],
    ["甘草要好的", undefined, undefined],
    ["\tQG-P-9999 5 ", undefined, undefined],
    ["桂枝", "gui-zhi", ""],
  ]);
  const html = await showPage(page);
  for (const words of [
    "<h1>核对清单</h1>",
    "原写 5 kg，已调高到起订量",
    "原写 12.5 kg，已进为整数",
    "没有读准，请填数量",
  ])
    expect(html).toContain(words);
  expect(html.match(/\/>原样写进补充说明，由我们来看/g)).toHaveLength(2);
  expect(html).toContain('href="/product/info/bai-shao"');
  expect(await showPage(page, "/en")).toContain("<h1>Check your list</h1>");
  const response = await press(page.data.pasted!, {}, "", [6]);
  expect(response.headers.get("Location")).toBe("/quotation?added=3&raised=1&joined=1&text=2&samples=1");
  const { items, text: message } = await readBasketAndText(response);
  expect(items.map(({ id, quantity }) => [id, quantity])).toEqual([
    ["ren-shen", 7],
    ["huang-qi", 53],
    ["bai-shao", 20],
    ["gui-zhi", undefined],
  ]);
  expect(message).toEqual(["甘草要好的", "\tQG-P-9999 5 "]);
  const html2 = await loadQuotation(response);
  expect(html2).toContain("加入 3 行 · 调高到起订量 1 行 · 并入同一货号 1 行 · 写进补充说明 2 行 · 要样品 1 种");
  expect(html2).toMatch(/<textarea[^>]*name="message"[^>]*>[^<]*请看：\n甘草要好的\n\tQG-P-9999 5 </);
});

test("a wrong quantity leads to the same page with an error at its field, and nothing is lost", async () => {
  const page = await paste("黄芪\n白芍 40kg\n谢谢");
  const again = await press(page.data.pasted!, { 0: "some" });
  expect(again.init.status).toBe(422);
  const html = await showPage(again);
  expect(html).toMatch(/role="alert".*<a href="#quantity-0">黄芪的数量请填整数/s);
  expect(html).toMatch(
    /id="quantity-0"[^>]*aria-invalid="true"[^>]*value="some"|id="quantity-0"[^>]*value="some"[^>]*aria-invalid/,
  );
  const { items, text } = await readBasketAndText(await press(again.data.pasted!, { 0: "30 kg" }));
  expect([items.map(({ quantity }) => quantity), text]).toEqual([[30, 40], ["谢谢"]]);
});

test("a list of more than 200 lines, or of too much text, isn't read, and stays in the field with the sheet's rows", async () => {
  for (const [text, problem] of [
    ["QG-P-0101 1\n\n".repeat(201), "tooManyLines"],
    [`QG-P-0101 1\n${"黄芪".repeat(3000)}`, "tooMuchText"],
  ] as const) {
    const page = await paste(text, ...createRow("huang-qi", "40"));
    expect([page.init.status, page.data.problem, listLines(page)]).toEqual([422, problem, [["", "huang-qi", "40"]]]);
    const html = await showPage(page);
    expect(html).toMatch(/<details[^>]* open="".*<input type="hidden" name="item" value="huang-qi"/s);
    expect(html).toMatch(/<a href="#numbers">清单.*<textarea[^>]*aria-invalid="true"[^>]*>\s*QG-P-0101 1\n/s);
  }
});

test("lines that don't fit into the message are refused with all others, until the visitor shortens the list", async () => {
  const long = Array.from({ length: 10 }, (_, index) => `${index} ${"x".repeat(400)}`).join("\n");
  const page = await paste(`${long}\n黄芪 40kg`);
  const refused = await press(page.data.pasted!);
  expect(refused).toMatchObject({ init: { status: 422 }, data: { problem: "noRoom" } });
  expect(listLines(refused).at(-1)).toEqual(["黄芪 40kg", "huang-qi", "40"]);
  expect(refused.data.pasted!.text).toBe(`${long}\n黄芪 40kg`);
});

test("a list replaces listed quantities, and the same press twice changes nothing more", async () => {
  const cookie = getCookies(await fill(...createRow("huang-qi", "54")));
  const { pasted } = (await paste("黄芪 40kg\n谢谢")).data;
  const response = await press(pasted!, {}, cookie);
  expect(response.headers.get("Location")).toBe("/quotation?added=1&text=1&replaced=1");
  await press(pasted!, {}, cookie);
  expect(await readBasketAndText(response)).toMatchObject({ items: [{ quantity: 40 }], text: ["谢谢"] });
});

test("a pasted list counts as one look-up, and beyond the limit everything stays on the page", async () => {
  const clientAddress = "10.3.1.1";
  const pasteAsOne = (numbers: string) => {
    const fields = { intent: "sheet", numbers, item: "huang-qi", quantity: "40" };
    return site.send<ListPage>(quotation.action, "/quotation", fields, {}, { clientAddress });
  };
  await site.services.limiter.countAttempt("lookup", clientAddress, actionLimits.lookup.maxPerSender - 1);
  expect((await pasteAsOne("QG-P-9999 5\n".repeat(200))).init.status).toBe(200);
  const { data, init } = await pasteAsOne("QG-P-0101 41\n白芍");
  expect(init).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^\d+$/) as string } });
  expect(data).toMatchObject({ problem: "changedTooOften", pasted: { text: "QG-P-0101 41\n白芍" } });
  expect(data.pasted!.lines).toMatchObject([{ row: { id: "huang-qi", quantity: "40" } }]);
});
