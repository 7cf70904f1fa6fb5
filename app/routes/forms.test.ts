import { afterAll, beforeAll, expect, test } from "vitest";
import { fine } from "../../tests/setup/guestbook-form.ts";
import { routeTrial } from "../../tests/setup/route-trial.ts";
import * as contactUs from "./contact-us.tsx";
import * as login from "./login.tsx";
import * as quotation from "./quotation.tsx";
import * as received from "./received.tsx";

let site: Awaited<ReturnType<typeof routeTrial>>;
beforeAll(async () => void (site = await routeTrial()));
afterAll(() => site.dispose());

type Answer = { data: Record<string, unknown>; init?: { status?: number; headers?: Headers } };

const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test("a message with nothing wrong leads to its reference, which the next page shows", async () => {
  const sent = await site.send<Response>(contactUs.action, "/en/contact-us", fine);
  expect(sent.status).toBe(303);
  const address = sent.headers.get("Location")!;
  const reference = /^\/en\/contact-us\/received\?reference=(\w{8})$/.exec(address)?.[1];
  const page = await site.load<object>(received.loader, address);
  expect(page).toMatchObject({ reference, kind: "guestbook", form: { to: "/contact-us" } });
  expect(page).not.toHaveProperty("content");
});

test("a message with a mistake comes back with what was typed", async () => {
  const typed = { ...fine, contact: "nobody" };
  const { data, init } = await site.send<Answer>(contactUs.action, "/contact-us", typed);
  expect(init?.status).toBe(422);
  expect(data).toMatchObject({ values: { contact: "nobody", content: fine.content }, errors: { contact: "contact" } });
});

test("a message of more than 64 KB isn't read", async () => {
  const sent = await site.send<Response>(contactUs.action, "/contact-us", { ...fine, content: "a".repeat(65_537) });
  expect(sent.status).toBe(413);
});

test("what is no reference has no page", async () => {
  expect((await site.load<Response>(received.loader, "/contact-us/received?reference=x")).status).toBe(404);
});

test("an item that is put on the list is there for whoever has the cookie", async () => {
  const [row] = (await site.services.apiFor({ locale: "cn" }, (error) => error).content.list("product", {})).rows;
  const added = await site.send<Response>(quotation.action, "/quotation", {
    intent: "add",
    item: row!.id,
    quantity: "3",
  });
  expect([added.status, added.headers.get("Location")]).toEqual([303, "/quotation"]);
  const Cookie = cookiesOf(added.headers);
  const own = await site.load<{ rows: object[] }>(quotation.loader, "/quotation", {}, { Cookie });
  expect(own.rows).toMatchObject([{ id: row!.id, quantity: "3", title: row!.title }]);
  expect((await site.load<{ rows: object[] }>(quotation.loader, "/quotation")).rows).toEqual([]);
});

test("a quantity that can't be read is marked, and nothing is sent", async () => {
  const { data, init } = await site.send<Answer>(quotation.action, "/quotation", {
    intent: "send",
    item: "no-such-thing",
    quantity: "many",
  });
  expect(init?.status).toBe(422);
  expect(data).toHaveProperty("errors");
});

test("a code is sent, and with it one is logged in; the token is in a cookie that no script reads", async () => {
  const account = "reader@example.com";
  const asked = await site.send<Answer>(login.action, "/login", { intent: "code", account });
  expect(asked.data).toMatchObject({ sentFor: 10, values: { account } });
  const { code } = site.log.lines.find(({ message }) => message === "login code")!.fields as { code: string };
  const Cookie = cookiesOf(new Headers(asked.init?.headers));
  const form = { intent: "login", account, code, redirect: "/news/list" };
  const entered = await site.send<Response>(login.action, "/login", form, { Cookie });
  expect([entered.status, entered.headers.get("Location")]).toEqual([303, "/news/list"]);
  const token = entered.headers.getSetCookie().find((cookie) => cookie.startsWith("token="));
  expect(token).toMatch(/; HttpOnly; Secure$/);
  const left = await site.send<Response>(login.action, "/login", { intent: "logout" }, { Cookie: token! });
  expect(left.headers.get("Set-Cookie")).toMatch(/^token=; Max-Age=0/);
});

test("a wrong code doesn't log in", async () => {
  const form = { intent: "login", account: "other@example.com", code: "000000" };
  const { data, init } = await site.send<Answer>(login.action, "/login", form);
  expect([init?.status, data["errors"] ?? data["message"]]).toEqual([422, expect.anything()]);
});

test("the login shows its own sentences alone", async () => {
  const shown = await site.load<{ message?: string }>(login.loader, "/en/login?message=Send+money");
  expect(shown.message).toBeUndefined();
});
