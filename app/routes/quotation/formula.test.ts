import { expect, test } from "vitest";
import * as contactUs from "#app/routes/contact-us/route.tsx";
import * as formula from "#app/routes/info/formula.tsx";
import { emptyBasket } from "#app/services/submissions/orders/basket.ts";
import { createBasketReader } from "#tests/setup/routes/list-caller.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { getCookies } from "#tests/setup/site/site.ts";
import * as quotation from "./route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

let visitors = 0;

/** Orders 桂枝汤. Two of its five herbs are products. */
const order = <T = Response>(fields: Record<string, string> = {}, Cookie = "", prefix = "") => {
  const form = { formula: "gui-zhi-tang", amount: "100", per: "doses", ...fields };
  const address = `${prefix}/prescription/info/${form.formula}`;
  return site.send<T>(formula.action, address, form, { Cookie }, { clientAddress: `10.2.0.${++visitors}` });
};

const change = <T = Response>(fields: Record<string, string> | [string, string][], Cookie: string) =>
  site.send<T>(quotation.action, "/quotation", fields, { Cookie });

const open = (Cookie: string, address = "/quotation") => renderRoute(site, quotation, address, { headers: { Cookie } });

const readMessage = (html: string) => /<textarea[^>]*name="message"[^>]*>([^<]*)</.exec(html)![1]!;

const readItems = createBasketReader(site);
const readBasket = async (cookie: string) =>
  Object.fromEntries((await readItems(cookie)).map(({ id, quantity }) => [id, quantity]));

test("the page of a formula has a plain form to order it, and a link to its decoction", async () => {
  const page = await renderRoute(site, formula, "/prescription/info/gui-zhi-tang");
  expect(page).toMatch(
    /<form[^>]* action="\/prescription\/info\/gui-zhi-tang" method="post">.*name="formula" value="gui-zhi-tang".*加入询价单/,
  );
  expect(page).toContain("全方 5 味，其中 2 味是我们的产品");
  expect(page).not.toMatch(/。 其余各味/);
  const [button] = /<button[^>]*value="service\/export-supply"[^>]*>/.exec(page)!;
  expect(button).toMatch(/formAction="\/contact-us"/i);
  expect(button).toMatch(/formMethod="get"/i);
  for (const [amount, text] of Object.entries({ 100: "100 剂", "50×7": "50×7 剂", 看病情: "看病情" })) {
    const query = new URLSearchParams({
      about: "service/export-supply",
      formula: "gui-zhi-tang",
      amount,
      per: "doses",
    });
    const contactPage = await renderRoute(site, contactUs, `/contact-us?${query}`);
    const [, subject] = /name="subject"[^>]*value="([^"]*)"/.exec(contactPage)!;
    expect(subject).toBe(`出口供货 · 桂枝汤（凭处方代煎） · ${text}`);
  }
});

test("ordering a formula lists what it needs of each herb, and the page names reasons and minimum orders", async () => {
  const response = await order();
  expect(response.status).toBe(303);
  const address = response.headers.get("Location")!;
  expect(address).toBe("/quotation?added=0");
  const cookie = getCookies(response);
  const page = await open(cookie, address);
  expect(await readBasket(cookie)).toEqual({ "gui-zhi": 1, "bai-shao": 1 });
  expect(page).toContain("桂枝汤需 900克");
  expect(page).toContain("少于起订量 20 kg");
  expect(readMessage(page)).toBe(
    "我们想配桂枝汤，100 剂。\n贵公司产品目录里没有的：生姜 900克、大枣 600克、炙甘草 600克。",
  );
});

test("an amount in kilograms is the weight of the whole formula, and a second order of the formula replaces the first", async () => {
  const response = await order({ amount: "390", per: "kilograms" }, "", "/en");
  const cookie = getCookies(response);
  expect(await readBasket(cookie)).toEqual({ "gui-zhi": 90, "bai-shao": 90 });
  const page = await open(cookie, response.headers.get("Location")!);
  expect(page).toContain("Cinnamon Twig Decoction needs 90 kg");
  expect(page).toContain("We need the herbs for Cinnamon Twig Decoction, 390 kg.\nNot in your catalogue: ");
  // Ordering the same formula again replaces its earlier order, until the list is changed.
  await order({}, cookie);
  expect(await readBasket(cookie)).toEqual({ "gui-zhi": 1, "bai-shao": 1 });
  expect(await open(cookie, "/en/quotation")).toContain("Changed: 90 → 1 kg · Cinnamon Twig Decoction needs 900");
  await change({ intent: "update", item: "gui-zhi", quantity: "1" }, cookie);
  expect((await open(cookie, "/en/quotation")).match(/Changed: 90 → 1 kg/g)).toHaveLength(1);
});

test("without scripts a formula is ordered, its amount corrected and a second formula ordered, and the message names each formula once", async () => {
  const cookie = getCookies(await order({ amount: "100" }));
  await order({ amount: "3,000 剂" }, cookie);
  await order({ formula: "si-wu-tang", amount: "2 t", per: "kilograms" }, cookie, "/en");
  const english = readMessage(await open(cookie, "/en/quotation"));
  expect(english.match(/We need the herbs for/g)).toHaveLength(2);
  const page = await open(cookie);
  const message = readMessage(page);
  expect(message.match(/我们想配/g)).toHaveLength(2);
  expect(message).toMatch(
    /^我们想配桂枝汤，3,000 剂。\n贵公司产品目录里没有的：生姜 27 kg、大枣 18 kg、炙甘草 18 kg。\n我们想配四物汤，/,
  );
  // The corrected 27 kg of cinnamon twig replace the earlier 1 kg.
  expect(await readBasket(cookie)).toMatchObject({ "gui-zhi": 27 });
  expect(page).toMatch(/桂枝汤需 [^<]* · 四物汤需/);
  // A refused amount doesn't change the list.
  const before = await readBasket(cookie);
  await order({ amount: "1.5" }, cookie);
  expect(await readBasket(cookie)).toEqual(before);
  const rows = Object.entries(before).flatMap(([item, quantity]) => [
    ["item", item],
    ["quantity", String(quantity)],
  ]) as [string, string][];
  const others = Object.entries({ intent: "send", name: "Ada", contact: "ada@example.com", message });
  expect((await change([...others, ...rows], cookie)).status).toBe(303);
  const [submission] = await readInbox(site.DATA_DIR);
  expect(submission!.payload["message"]).toBe(message);
  expect(readMessage(await open(cookie))).toBe("");
});

test("one button raises what is below the minimum order, and the message disappears with the formula's herbs", async () => {
  const cookie = getCookies(await order());
  expect(await open(cookie)).toContain('value="raise"');
  const rows: [string, string][] = [
    ...Object.entries({ item: "gui-zhi", quantity: "1" }),
    ...Object.entries({ item: "bai-shao", quantity: "50" }),
  ];
  await change([["intent", "raise"], ...rows], cookie);
  expect(await readBasket(cookie)).toEqual({ "gui-zhi": 20, "bai-shao": 50 });
  expect(await open(cookie)).not.toContain('value="raise"');
  for (const item of ["gui-zhi", "bai-shao"]) await change({ intent: "update", remove: item }, cookie);
  expect(readMessage(await open(cookie))).toBe("");
});

test("a formula is stored with the list if one of its products is listed, or if it has no products; otherwise it is dropped", async () => {
  const { baskets } = site.services;
  const items = [{ id: "huang-qi", quantity: 20, formulas: { x: 3 } }];
  const formulas = [
    { formula: "x", amount: 3, per: "doses" as const },
    { formula: "y", amount: 3, per: "doses" as const, isUnlisted: true as const },
    { formula: "z", amount: 3, per: "doses" as const },
  ];
  const { id } = await baskets.change(
    undefined,
    () => items,
    (notes) => ({ ...notes, formulas, message: "白芍 9" }),
  );
  // The third formula is dropped, because no listed item belongs to it.
  const stored = { ...emptyBasket, items, formulas: formulas.slice(0, 2), message: "白芍 9" };
  expect(await baskets.open(id)).toEqual(stored);
  await baskets.change(id, (all) => all);
  expect(await baskets.open(id)).toEqual(stored);
  await baskets.change(id, () => []);
  expect(await baskets.open(id)).toEqual(emptyBasket);
});

test("a change of the list is posted to the page's own address, and keeps the notes on quantities and the message", async () => {
  const added = await order();
  const address = "/quotation?formula=gui-zhi-tang";
  const headers = { Cookie: getCookies(added) };
  const form = { intent: "update", item: "gui-zhi", quantity: "5", message: "我们想配桂枝汤" };
  const result = await site.send<{ data: unknown }>(quotation.action, address, form, headers);
  const page = await renderRoute(site, quotation, address, { headers, actionData: result });
  expect(page).toContain(`action="${address.replaceAll("&", "&amp;")}" method="post"`);
  // A quantity below the minimum order keeps its reason.
  expect(page).toMatch(/桂枝汤需 900克<.*少于起订量/s);
  expect(readMessage(page)).toBe("我们想配桂枝汤");
});

test("the message keeps the visitor's text and the formula's text, until the visitor deletes that", async () => {
  const cookie = getCookies(await order());
  const message = readMessage(await open(cookie));
  expect(message).toContain("我们想配桂枝汤");
  const update = { intent: "update", item: "gui-zhi", quantity: "30", message: `${message}\n要甘肃货` };
  await change(update, cookie);
  expect(readMessage(await open(cookie))).toMatch(/我们想配桂枝汤[^]*\n要甘肃货$/);
  await change({ ...update, message: "要甘肃货" }, cookie);
  expect(readMessage(await open(cookie)).trim()).toBe("要甘肃货");
});

test.each<[string, Record<string, string>]>([
  ["that isn't a whole number", { amount: '1.5"' }],
  ["of nothing", { amount: "0" }],
  ["without a unit", { amount: "7", per: "boxes" }],
])(
  "an amount %s is refused at its field on the formula's page, with the typed text, and nothing is stored",
  async (_, fields) => {
    const { init, ...result } = await order<{ data: unknown; init: ResponseInit }>(fields);
    expect([init.status, new Headers(init.headers).get("Set-Cookie")]).toEqual([422, null]);
    const page = await renderRoute(site, formula, "/prescription/info/gui-zhi-tang", {
      actionData: { ...result, init },
    });
    expect(page).toMatch(/<p id="amount-error" role="alert"[^>]*>方剂的数量请填 1 至 999,999 之间的整数/);
    const field = /<input[^>]*name="amount"[^>]*>/.exec(page)![0];
    expect(field).toContain(`value="${fields["amount"]!.replaceAll('"', "&quot;")}"`);
    expect(field).toMatch(/aria-invalid="true" aria-describedby="amount-error" autofocus/i);
  },
);

test("a formula that doesn't exist is a 404, and an earlier release's form is redirected to the formula", async () => {
  expect((await order({ formula: "none" })).status).toBe(404);
  const form = { intent: "formula", formula: "gui-zhi-tang", amount: "100", per: "doses" };
  const { status, headers } = await site.send<Response>(quotation.action, "/en/quotation", form);
  expect([status, headers.get("Location")]).toEqual([307, "/en/prescription/info/gui-zhi-tang"]);
});

test.each([
  "formula=gui-zhi-tang&amount=100&per=doses",
  "formula=none&amount=1&per=doses",
  "formula=gui-zhi-tang&amount=x&per=doses",
  "formula=gui-zhi-tang",
])("the address /quotation?%s adds no message, because none of its herbs is on the list", async (query) => {
  expect(readMessage(await open("", `/quotation?${query}`))).toBe("");
});
