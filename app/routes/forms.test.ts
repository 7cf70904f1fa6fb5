import { afterAll, beforeAll, expect, test } from "vitest";
import { createFields, getReference, validFields } from "../../tests/setup/guestbook-form.ts";
import { readInbox } from "../../tests/setup/inbox.ts";
import { createRouteCaller } from "../../tests/setup/route-caller.ts";
import * as contactUs from "./contact-us/route.tsx";
import * as language from "./language/route.ts";
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

test("the confirmation repeats what was sent to its sender alone", async () => {
  const own = { clientAddress: "203.0.113.20" };
  const response = await site.send<Response>(contactUs.action, "/en/contact-us", createFields(), {}, own);
  const address = response.headers.get("Location")!;
  const load = (clientAddress: string) => site.load<object>(received.loader, address, { clientAddress });
  expect(await load(own.clientAddress)).toMatchObject({
    copy: { name: validFields.name, contact: validFields.contact },
  });
  expect(await load("203.0.113.21")).toMatchObject({ copy: undefined });
});

test("a message of more than 64 KB isn't read", async () => {
  const response = await site.send<Response>(contactUs.action, "/contact-us", {
    ...validFields,
    content: "a".repeat(65_537),
  });
  expect(response.status).toBe(413);
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

/** Requests a code for an account. @returns the code, the browser's cookie and the response */
async function requestCode(account: string) {
  const codeResult = await site.send<ActionResult>(login.action, "/login", { intent: "code", account });
  const headers = new Headers(codeResult.init?.headers);
  const line = site.log.lines.findLast(({ message }) => message === "login code")!;
  return { ...codeResult, headers, ...(line.fields as { code: string }), Cookie: getCookies(headers) };
}

const logIn = <Result = ActionResult>(fields: Record<string, string>, Cookie = "", path = "/login") =>
  site.send<Result>(login.action, path, { intent: "login", ...fields }, { Cookie });

test("a visitor logs in with the code in the browser that requested it, and the token's cookie is hidden from scripts", async () => {
  const account = "reader@example.com";
  const { data, headers, code, Cookie } = await requestCode(account);
  expect(data).toMatchObject({ validMinutes: 10, values: { account } });
  expect(headers.get("Set-Cookie")).toMatch(/^login_browser=[\w-]{36};.*HttpOnly; Secure; SameSite=Lax$/);
  const fullWidthCode = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
  const fields = { account, code: fullWidthCode, redirect: "/news/list" };
  expect((await logIn(fields)).init?.status).toBe(422);
  const loginResponse = await logIn<Response>(fields, Cookie);
  expect([loginResponse.status, loginResponse.headers.get("Location")]).toEqual([303, "/news/list"]);
  const token = loginResponse.headers.getSetCookie().find((cookie) => cookie.startsWith("token="));
  expect(token).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  const logoutResponse = await site.send<Response>(login.action, "/login", { intent: "logout" }, { Cookie: token! });
  expect(logoutResponse.headers.get("Set-Cookie")).toMatch(/^token=; Max-Age=0/);
});

test("a second code within a minute must wait, in any spelling of the account", async () => {
  await requestCode("Twice@B.cn");
  const { init, headers } = await requestCode("twice@b.cn");
  expect(init?.status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(50);
});

test("the login page shows only the site's own messages", async () => {
  const loginData = await site.load<{ message?: string }>(login.loader, "/en/login?message=Send+money");
  expect(loginData.message).toBeUndefined();
});

test("a message about a service has its title as the subject, and unknown services are ignored", async () => {
  const loadSubject = async (about: string) =>
    (await site.load<{ subject?: string }>(contactUs.loader, `/en/contact-us?about=${about}`)).subject;
  expect(await loadSubject("service/export-supply")).toBe("Export supply");
  for (const about of ["service/unknown", "product/huang-qi", "service/", "", "x".repeat(300)])
    expect(await loadSubject(about)).toBeUndefined();
});

test("the same message sent twice is stored once before the confirmation is shown", async () => {
  const fields = createFields();
  const send = (form: Record<string, string>) => site.send<Response>(contactUs.action, "/contact-us", form);
  const responses = await Promise.all([send(fields), send(fields)]);
  expect(responses.map(({ status }) => status)).toEqual([303, 303]);
  const references = new Set(responses.map(getReference));
  const content = fields.content.replace("\r\n", "\n");
  const storedMessages = (await readInbox(site.DATA_DIR)).filter(({ payload }) => payload["content"] === content);
  expect(storedMessages).toMatchObject([{ reference: [...references][0], kind: "guestbook", status: "stored" }]);
  expect(storedMessages[0]!.payload).toEqual({ name: fields.name, contact: fields.contact, locale: "cn", content });
});

test("a confirmation page requires a reference", async () => {
  for (const query of ["", "?reference=x", "?reference=%3Cb%3E"])
    expect((await site.load<Response>(received.loader, `/contact-us/received${query}`)).status).toBe(404);
});

test("the eleventh message in ten minutes must wait, and its values are kept", async () => {
  const send = () =>
    site.send<ActionResult>(contactUs.action, "/contact-us", createFields(), {}, { clientAddress: "198.51.100.9" });
  for (let n = 0; n < 10; n++) expect(await send()).toMatchObject({ status: 303 });
  const { data, init } = await send();
  expect([init?.status, data]).toEqual([429, expect.objectContaining({ values: expect.anything() as unknown })]);
  expect(Number(new Headers(init?.headers).get("Retry-After"))).toBeGreaterThan(0);
});

test("a change of language on a later page of a search leads to its first page", async () => {
  const to = encodeURIComponent("/news/list?keyword=药&page=2&sort=title");
  const response = await site.load<Response>(language.loader, `/language/en?to=${to}`);
  expect(response.headers.get("Location")).toBe("/en/news/list?keyword=%E8%8D%AF&sort=title");
  const paged = await site.load<Response>(language.loader, "/language/en?to=/news/list?page=2");
  expect(paged.headers.get("Location")).toBe("/en/news/list?page=2");
});
