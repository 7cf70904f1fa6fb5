import { expect, test } from "vitest";
import { getCookies } from "../../../tests/setup/site.ts";
import { expectNoComplaints, renderRoute } from "../../../tests/setup/render-route.tsx";
import { setUpRouteCaller } from "../../../tests/setup/route-caller.ts";
import { readInbox } from "../../../tests/setup/inbox.ts";
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

const listTitles = (html: string) => [...html.matchAll(/name="item" value="([^"]+)"/g)].map(([, id]) => id);

test("the sheet has all products of a category on one page by name, each with what an order needs, and one button", async () => {
  const html = await renderRoute(site, list, "/product/list?view=sheet");
  const { total } = await site.services.createApiFor({ locale: "cn" }, (error) => error).content.list("product", {});
  const ids = listTitles(html);
  expect(ids).toHaveLength(total);
  expect(ids.indexOf("bai-shao")).toBeLessThan(ids.indexOf("huang-qi"));
  const row = html.split("<li").find((part) => part.includes(">黄芪</a>") && part.includes('name="quantity"'))!;
  for (const text of ["QG-P-0101", "起订 20 kg", 'href="/batch/', 'name="quantity"']) expect(row).toContain(text);
  expect(html.match(/type="submit"[^>]*>按所填数量加入询价单/g)).toHaveLength(1);
  // The pictures lead to the sheet, and back.
  expect(html).toMatch(/<a href="\/product\/list"[^>]*>返回图文列表/);
  expect(await renderRoute(site, list, "/product/list")).toMatch(/<a href="\/product\/list\?view=sheet"[^>]*>订货表/);
  expect(await renderRoute(site, list, "/en/news/list?view=sheet")).not.toContain('value="sheet"');
  const extracts = listTitles(await renderRoute(site, list, "/product/list/extracts?view=sheet"));
  expect(extracts.length).toBeLessThan(ids.length);
});

test("one button adds the rows with a quantity, and those of which a sample is wanted with their minimum", async () => {
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
  expect(response.headers.get("Location")).toBe("/quotation");
  const cookie = getCookies(response);
  expect(await readBasket(cookie)).toEqual([
    { id: "huang-qi", quantity: 40 },
    { id: "gui-zhi", quantity: 20, sample: true },
  ]);
  expect((await loadQuotation(response)).match(/要样品/g)).toHaveLength(1);
  // The wish outlives a change of the list, and is sent.
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

test("pasted item numbers are found however they are written, and what isn't found is said", async () => {
  const response = await fill(["numbers", "qg–p–O101\t40\nQG P 0101\n白芍 9\nQG-P-9999, 5\n"]);
  expect(await readBasket(getCookies(response))).toEqual([{ id: "huang-qi", quantity: 20 }]);
  const html = await loadQuotation(response);
  expect(html).toMatch(/role="alert".*<a href="#message">没有找到：白芍 9 · QG-P-9999, 5。/s);
  expect(html).toMatch(/<textarea[^>]*name="message"[^>]*>没有找到的货号：白芍 9 · QG-P-9999, 5</);
});

test.each(["2.5", "2.5 kg", "2.5公斤", "1000000"])(
  "of a pasted number with the quantity %s the quantity is wrong, not the number",
  async (quantity) => {
    const text = `QG-P-0101 ${quantity}\nQG-P-9999 5`;
    const { init, ...result } = await fill<{ data: unknown; init: ResponseInit }>(["numbers", text]);
    expect(init.status).toBe(422);
    const html = await renderRoute(site, quotation, "/quotation", { actionData: { ...result, init } });
    expect(html).toMatch(new RegExp(`value="${parseFloat(quantity)}"`));
    expect(html).toContain("没有找到的货号：QG-P-9999 5</textarea>");
    expect(html).not.toContain("QG-P-0101 2");
  },
);

test("a quantity that isn't a whole number stays as typed, with its error", async () => {
  const { init, ...result } = await send<{ data: unknown; init: ResponseInit }>([
    ["intent", "sheet"],
    ["item", "huang-qi"],
    ["quantity", "some"],
  ]);
  expect(init.status).toBe(422);
  const html = await renderRoute(site, quotation, "/quotation", { actionData: { ...result, init } });
  expect(html).toMatch(/value="some"/);
});
