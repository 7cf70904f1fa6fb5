import { afterAll, beforeAll, expect, test } from "vitest";
import { validFields } from "../../tests/setup/guestbook-form.ts";
import { createRouteCaller } from "../../tests/setup/route-caller.ts";
import * as contactUs from "./contact-us/route.tsx";
import * as login from "./login/route.tsx";
import * as quotation from "./quotation/route.tsx";
import * as received from "./received/route.tsx";

let site: Awaited<ReturnType<typeof createRouteCaller>>;
beforeAll(async () => void (site = await createRouteCaller()));
afterAll(() => site.dispose());

type ActionResult = { data: Record<string, unknown>; init?: { status?: number; headers?: Headers } };

const getCookies = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test("a valid message redirects to its confirmation page", async () => {
  const response = await site.send<Response>(contactUs.action, "/en/contact-us", validFields);
  expect(response.status).toBe(303);
  const address = response.headers.get("Location")!;
  const reference = /^\/en\/contact-us\/received\?reference=(\w{8})$/.exec(address)?.[1];
  const page = await site.load<object>(received.loader, address);
  expect(page).toMatchObject({ reference, kind: "guestbook", form: { to: "/contact-us" } });
  expect(page).not.toHaveProperty("content");
});

test("an invalid message is returned with its values", async () => {
  const fields = { ...validFields, contact: "nobody" };
  const { data, init } = await site.send<ActionResult>(contactUs.action, "/contact-us", fields);
  expect(init?.status).toBe(422);
  expect(data).toMatchObject({
    values: { contact: "nobody", content: validFields.content },
    errors: { contact: "contact" },
  });
});

test("a message of more than 64 KB isn't read", async () => {
  const response = await site.send<Response>(contactUs.action, "/contact-us", {
    ...validFields,
    content: "a".repeat(65_537),
  });
  expect(response.status).toBe(413);
});

test("an invalid reference has no confirmation page", async () => {
  expect((await site.load<Response>(received.loader, "/contact-us/received?reference=x")).status).toBe(404);
});

test("an item that is added to the list is shown to the visitor with its cookie", async () => {
  const [row] = (await site.services.createApiFor({ locale: "cn" }, (error) => error).content.list("product", {})).rows;
  const response = await site.send<Response>(quotation.action, "/quotation", {
    intent: "add",
    item: row!.id,
    quantity: "3",
  });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/quotation"]);
  const Cookie = getCookies(response.headers);
  const ownList = await site.load<{ rows: object[] }>(quotation.loader, "/quotation", {}, { Cookie });
  expect(ownList.rows).toMatchObject([{ id: row!.id, quantity: "3", title: row!.title }]);
  expect((await site.load<{ rows: object[] }>(quotation.loader, "/quotation")).rows).toEqual([]);
});

test("an invalid quantity is marked, and nothing is sent", async () => {
  const { data, init } = await site.send<ActionResult>(quotation.action, "/quotation", {
    intent: "send",
    item: "no-such-thing",
    quantity: "many",
  });
  expect(init?.status).toBe(422);
  expect(data).toHaveProperty("errors");
});

test("a visitor logs in with the code, and the token's cookie is hidden from scripts", async () => {
  const account = "reader@example.com";
  const codeResult = await site.send<ActionResult>(login.action, "/login", { intent: "code", account });
  expect(codeResult.data).toMatchObject({ validMinutes: 10, values: { account } });
  const { code } = site.log.lines.find(({ message }) => message === "login code")!.fields as { code: string };
  const Cookie = getCookies(new Headers(codeResult.init?.headers));
  const form = { intent: "login", account, code, redirect: "/news/list" };
  const loginResponse = await site.send<Response>(login.action, "/login", form, { Cookie });
  expect([loginResponse.status, loginResponse.headers.get("Location")]).toEqual([303, "/news/list"]);
  const token = loginResponse.headers.getSetCookie().find((cookie) => cookie.startsWith("token="));
  expect(token).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  const logoutResponse = await site.send<Response>(login.action, "/login", { intent: "logout" }, { Cookie: token! });
  expect(logoutResponse.headers.get("Set-Cookie")).toMatch(/^token=; Max-Age=0/);
});

test("a wrong code doesn't log in", async () => {
  const form = { intent: "login", account: "other@example.com", code: "000000" };
  const { data, init } = await site.send<ActionResult>(login.action, "/login", form);
  expect([init?.status, data["errors"] ?? data["message"]]).toEqual([422, expect.anything()]);
});

test("the login page shows only the site's own messages", async () => {
  const loginData = await site.load<{ message?: string }>(login.loader, "/en/login?message=Send+money");
  expect(loginData.message).toBeUndefined();
});
