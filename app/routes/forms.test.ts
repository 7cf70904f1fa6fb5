import { expect, test } from "vitest";
import { readForm } from "#app/http/forms/receive-form.ts";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { createFields, validFields } from "#tests/setup/site/guestbook-form.ts";
import { getCookies } from "#tests/setup/site/site.ts";
import * as contactUs from "./contact-us/route.tsx";
import * as login from "./login/route.tsx";
import * as received from "./received/route.tsx";

const site = await setUpRouteCaller();

type ActionResult = { data: Record<string, unknown>; init?: { status?: number; headers?: Headers } };

test("the confirmation page shows the submission only to its sender", async () => {
  const ownClient = { clientAddress: "203.0.113.20" };
  const response = await site.send<Response>(contactUs.action, "/en/contact-us", createFields(), {}, ownClient);
  const confirmationUrl = response.headers.get("Location")!;
  const load = (clientAddress: string) => site.load<object>(received.loader, confirmationUrl, { clientAddress });
  expect(await load(ownClient.clientAddress)).toMatchObject({
    copy: { name: validFields.name, contact: validFields.contact },
  });
  expect(await load("203.0.113.21")).toMatchObject({ copy: undefined });
});

/** Requests a code for an account. @returns the code, the browser's cookie and the response */
async function requestCode(account: string) {
  const codeResult = await site.send<ActionResult>(login.action, "/login", { intent: "code", account });
  const headers = new Headers(codeResult.init?.headers);
  const line = site.log.lines.findLast(({ message }) => message === "login code")!;
  return { ...codeResult, headers, ...(line.fields as { code: string }), Cookie: getCookies({ headers }) };
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
  const earlyResult = await requestCode(account.toUpperCase());
  expect([earlyResult.init?.status, Number(earlyResult.headers.get("Retry-After")) > 50]).toEqual([429, true]);
  const loginResponse = await logIn<Response>(fields, Cookie);
  expect([loginResponse.status, loginResponse.headers.get("Location")]).toEqual([303, "/news/list"]);
  const token = loginResponse.headers.getSetCookie().find((cookie) => cookie.startsWith("token="));
  expect(token).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  const logoutResponse = await site.send<Response>(login.action, "/login", { intent: "logout" }, { Cookie: token! });
  expect(logoutResponse.headers.get("Set-Cookie")).toMatch(/^token=; Max-Age=0/);
});

test("forms that arrive together are each handled in a turn of their own", async () => {
  const events: string[] = [];
  const handle = async (args: never) => {
    await readForm(args);
    events.push("form");
    setImmediate(() => events.push("turn"));
  };
  await Promise.all([1, 2, 3].map(() => site.send(handle, "/contact-us", createFields())));
  expect(events.slice(0, 4)).toEqual(["form", "turn", "form", "turn"]);
});

test("a confirmation page requires the reference of a submission", async () => {
  for (const query of ["", "?reference=x", "?reference=AAAAAAAA", "?reference=%3Cb%3E"])
    expect((await site.load<Response>(received.loader, `/contact-us/received${query}`)).status).toBe(404);
});

test("the eleventh message in ten minutes is refused, and its values are kept", async () => {
  const send = () =>
    site.send<ActionResult>(contactUs.action, "/contact-us", createFields(), {}, { clientAddress: "198.51.100.9" });
  for (let n = 0; n < 10; n++) expect(await send()).toMatchObject({ status: 303 });
  const { data, init } = await send();
  expect([init?.status, data]).toEqual([429, expect.objectContaining({ values: expect.anything() as unknown })]);
  expect(Number(new Headers(init?.headers).get("Retry-After"))).toBeGreaterThan(0);
});
