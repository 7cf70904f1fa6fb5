import { describe, expect, test } from "vitest";
import { getCookies } from "../../../tests/setup/site.ts";
import { expectNoComplaints, renderRoute } from "../../../tests/setup/render-route.tsx";
import { setUpRouteCaller } from "../../../tests/setup/route-caller.ts";
import * as contactUs from "../contact-us/route.tsx";
import * as formula from "../info/formula.tsx";
import * as quotation from "./route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

let visitors = 0;

/** Orders 桂枝汤, of whose five herbs two are products. */
const order = <T = Response>(fields: Record<string, string> = {}, Cookie = "", address = "/quotation") => {
  const form = { intent: "formula", formula: "gui-zhi-tang", amount: "100", per: "doses", ...fields };
  return site.send<T>(quotation.action, address, form, { Cookie }, { clientAddress: `10.2.0.${++visitors}` });
};

const readBasket = async (cookie: string) =>
  Object.fromEntries(
    (await site.services.baskets.read(/inquiry=([^;]+)/.exec(cookie)?.[1])).map(({ id, quantity }) => [id, quantity]),
  );

test("the page of a formula orders it by one plain form, and leads to the decoction of it", async () => {
  const page = await renderRoute(site, formula, "/prescription/info/gui-zhi-tang");
  expect(page).toMatch(
    /<form[^>]* action="\/quotation" method="post">.*name="formula" value="gui-zhi-tang".*按此方配齐/,
  );
  expect(page).toContain("全方 5 味，其中 2 味是我们的产品");
  expect(page).not.toMatch(/。 其余各味/);
  expect(page).toContain('href="/contact-us?about=service%2Fexport-supply&amp;formula=gui-zhi-tang"');
  const form = await renderRoute(site, contactUs, "/contact-us?about=service%2Fexport-supply&formula=gui-zhi-tang");
  expect(form).toMatch(/name="subject"[^>]*value="出口供货 · 桂枝汤（凭处方代煎）"/);
});

test("an ordered formula is on the list, each herb counted and raised to its minimum, and the page says why", async () => {
  const response = await order();
  expect(response.status).toBe(303);
  const address = response.headers.get("Location")!;
  expect(address).toBe("/quotation?formula=gui-zhi-tang&amount=100&per=doses");
  const cookie = getCookies(response);
  const page = await renderRoute(site, quotation, address, { headers: { Cookie: cookie } });
  expect(await readBasket(cookie)).toEqual({ "gui-zhi": 20, "bai-shao": 20 });
  expect(page).toContain("桂枝汤只需 900克，不足起订量");
  expect(page).toMatch(
    /<textarea[^>]*name="message"[^>]*>我们想配桂枝汤，100 剂。\n贵公司产品目录里没有的：生姜 900克、大枣 600克、炙甘草 600克。</,
  );
});

test("kilograms are those of the whole formula, and more than the minimum isn't raised", async () => {
  const response = await order({ amount: "390", per: "kilograms" }, "", "/en/quotation");
  const cookie = getCookies(response);
  expect(await readBasket(cookie)).toEqual({ "gui-zhi": 90, "bai-shao": 90 });
  const page = await renderRoute(site, quotation, response.headers.get("Location")!, { headers: { Cookie: cookie } });
  expect(page).toContain("Cinnamon Twig Decoction needs 90 kg");
  expect(page).toContain("We need the herbs for Cinnamon Twig Decoction, 390 kg.\nNot in your catalogue: ");
  // What was ordered before counts towards the minimum.
  expect(await readBasket(getCookies(await order({}, cookie)) || cookie)).toMatchObject({ "gui-zhi": 91 });
});

test("the reasons and the message are still there after the list was changed, and the form keeps them in its address", async () => {
  const added = await order();
  const address = added.headers.get("Location")!;
  const headers = { Cookie: getCookies(added) };
  const form = { intent: "update", item: "gui-zhi", quantity: "5", message: "我们想配桂枝汤" };
  const result = await site.send<{ data: unknown }>(quotation.action, address, form, headers);
  const page = await renderRoute(site, quotation, address, { headers, actionData: result });
  expect(page).toContain(`action="${address.replaceAll("&", "&amp;")}" method="post"`);
  // Below the minimum order the reason is as true as before.
  expect(page).toMatch(/桂枝汤只需 900克，不足起订量<.*少于起订量/s);
  expect(page).toMatch(/<textarea[^>]*name="message"[^>]*>我们想配桂枝汤</);
});

test("without any of its herbs on the list, an address of a formula says nothing of it", async () => {
  const page = await renderRoute(site, quotation, "/quotation?formula=gui-zhi-tang&amount=100&per=doses");
  expect(page).toMatch(/<textarea[^>]*name="message"[^>]*><\/textarea>/);
});

describe.each<[string, Record<string, string>, string]>([
  ["an amount that isn't a whole number", { amount: "1.5" }, "方剂的数量请填"],
  ["no unit", { per: "boxes" }, "方剂的数量请填"],
  ["a formula that doesn't exist", { formula: "none" }, "已下架"],
])("%s", (_, fields, message) => {
  test("is refused with a message, and nothing is stored", async () => {
    const { init, ...result } = await order<{ data: unknown; init: ResponseInit }>(fields);
    expect([init.status, new Headers(init.headers).get("Set-Cookie")]).toEqual([422, null]);
    const page = await renderRoute(site, quotation, "/quotation", { actionData: { ...result, init } });
    expect(page).toContain(message);
  });
});

test("an address with a wrong formula or amount is the list as ever", async () => {
  for (const query of [
    "formula=none&amount=1&per=doses",
    "formula=gui-zhi-tang&amount=x&per=doses",
    "formula=gui-zhi-tang",
  ])
    expect(await renderRoute(site, quotation, `/quotation?${query}`)).toMatch(
      /<textarea[^>]*name="message"[^>]*><\/textarea>/,
    );
});
