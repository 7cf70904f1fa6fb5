import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { renderRoute } from "../../tests/setup/render-route.tsx";
import { validFields } from "../../tests/setup/guestbook-form.ts";
import { createRouteCaller } from "../../tests/setup/route-caller.ts";
import * as aboutUs from "./about-us/route.tsx";
import * as contactUs from "./contact-us/route.tsx";
import * as home from "./home/route.tsx";
import * as info from "./info/route.tsx";
import * as list from "./list/route.tsx";
import * as login from "./login/route.tsx";
import * as notFound from "./not-found/route.tsx";
import * as plainPage from "./plain-page/route.tsx";
import * as quotation from "./quotation/route.tsx";
import * as received from "./received/route.tsx";
import * as search from "./search/route.tsx";

// The stub has no build, so scripts have no URL, and React complains about that.
const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
afterAll(() => {
  const messages = consoleError.mock.calls.map(([message]) => String(message));
  consoleError.mockRestore();
  expect(messages.filter((message) => !message.startsWith('An empty string ("") was passed to the'))).toEqual([]);
});

let site: Awaited<ReturnType<typeof createRouteCaller>>;
beforeAll(async () => void (site = await createRouteCaller()));
afterAll(() => site.dispose());

const findHeading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
const findTitle = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

async function loadFirstProduct() {
  const { content } = site.services.createApiFor({ locale: "en" }, (error) => error);
  return (await content.list("product", {})).rows[0]!;
}

test("every page is between the menu and the footer, in the language of its URL", async () => {
  const html = await renderRoute(site, aboutUs, "/en/about-us");
  expect(html).toMatch(/^<html lang="en-US"/);
  expect(html).toMatch(/<header.*<main.*<footer/s);
  expect(await renderRoute(site, aboutUs, "/about-us")).toMatch(/^<html lang="zh-CN"/);
});

test("the footer has the licences of the settings", async () => {
  expect(await renderRoute(site, aboutUs, "/en/about-us")).toMatch(
    /<footer.*Drug production licence.*<span lang="zh-CN">皖00000000/s,
  );
  expect(await renderRoute(site, aboutUs, "/about-us")).toMatch(
    /<footer.*药品生产许可证.*<span lang="zh-CN">皖00000000/s,
  );
});

test("the home page shows the newest items of each kind", async () => {
  const { title: product } = await loadFirstProduct();
  expect(await renderRoute(site, home, "/en")).toContain(product);
});

test("the large button of the home page is the first advert's if it has a label, and otherwise leads to the products", async () => {
  expect(await renderRoute(site, home, "/en")).toMatch(
    /<a(?=[^>]* href="\/en\/product\/list\/pieces")[^>]*>Roots and barks of this year<\/a>/,
  );
  // The stub has no route for the path "/" itself.
  expect(await renderRoute(site, home, "/home")).toMatch(/<h1.*<a(?=[^>]* href="\/product\/list")[^>]*>产品<\/a>/s);
});

test("sentences in the settings replace the default messages, only in their language", async () => {
  expect(await renderRoute(site, home, "/en")).toMatch(
    /<h2>Roots and barks<\/h2><p>A sentence of the company for tests/,
  );
  expect(await renderRoute(site, contactUs, "/en/contact-us")).toMatch(
    /Come to the test yard.*We reply within one test day/s,
  );
  expect(await renderRoute(site, quotation, "/en/quotation")).toContain("A sample for tests.");
  expect(await renderRoute(site, home, "/en")).toContain("What we can do for you.");
  expect(await renderRoute(site, contactUs, "/contact-us")).toMatch(/欢迎来电、来信或来访.*我们会尽快回复/s);
  expect(await renderRoute(site, quotation, "/quotation")).not.toContain("先看样品");
});

test("the about page has its title in the page and the tab", async () => {
  const html = await renderRoute(site, aboutUs, "/en/about-us");
  expect([findHeading(html), findTitle(html)]).toEqual(["About us", expect.stringMatching(/^About us/)]);
});

test("a list shows its cards and their number", async () => {
  const { id, title: product } = await loadFirstProduct();
  const html = await renderRoute(site, list, "/en/product/list");
  expect(html).toContain(`href="/en/product/info/${id}"`);
  expect(html).toContain(product);
});

test("a list names the keyword that has no results", async () => {
  expect(await renderRoute(site, list, "/en/product/list?keyword=qqqq")).toContain("qqqq");
});

test("an item has its title, its table of facts, and the inquiry button", async () => {
  const { id, title: product } = await loadFirstProduct();
  const html = await renderRoute(site, info, `/en/product/info/${id}`, { params: { id } });
  expect(findHeading(html)).toBe(product);
  expect(html).toMatch(/<form[^>]* action="\/en\/quotation"/);
});

test("a plain page has its title, its text with links in the reader's language, and when it was changed", async () => {
  const html = await renderRoute(site, plainPage, "/en/page/privacy", { params: { slug: "privacy" } });
  expect([findHeading(html), findTitle(html)]).toEqual(["Privacy notice", expect.stringMatching(/^Privacy notice/)]);
  expect(html).toContain('<a href="/en/contact-us">write to us</a>');
  expect(html).toContain("1 September 2026");
  expect(html).toMatch(/"@type":"WebPage","url":"https:\/\/site\.example\/en\/page\/privacy"/);
});

test("a plain page shows its picture, and a plain page that doesn't exist is a 404", async () => {
  const html = await renderRoute(site, plainPage, "/page/quality", { params: { slug: "quality" } });
  expect(html).toMatch(/<main.*src="\/plates\/huang-qi\.svg"/s);
  expect(await renderRoute(site, plainPage, "/page/nothing", { params: { slug: "nothing" } })).toMatch(/<main.*404/s);
});

test("every form links to the privacy notice, and so does the footer", async () => {
  for (const [module, path] of [
    [contactUs, "/en/contact-us"],
    [quotation, "/en/quotation"],
    [login, "/en/login"],
  ] as const) {
    const html = await renderRoute(site, module, path);
    expect(html, path).toMatch(/<form.*href="\/en\/page\/privacy"[^>]*>Privacy notice<.*<\/form>/s);
    expect(html, path).toMatch(/<footer.*href="\/en\/page\/privacy"/s);
  }
});

test("a search shows plain pages in a group of their own", async () => {
  const html = await renderRoute(site, search, "/en/search?q=chromatography");
  expect(html).toMatch(/<section id="page".*<h2>Pages<\/h2>.*href="\/en\/page\/quality"/s);
  expect(html).not.toContain("/page/list");
});

test("a search shows its results by kind", async () => {
  const { id, title: product } = await loadFirstProduct();
  const html = await renderRoute(site, search, `/en/search?q=${encodeURIComponent(product)}`);
  expect(html).toContain(`href="/en/product/info/${id}"`);
});

test("the message form is rendered empty, and again with the values and errors of an invalid message", async () => {
  expect(await renderRoute(site, contactUs, "/en/contact-us")).toMatch(/<form[^>]* action="\/en\/contact-us"/);
  const response = await site.send(contactUs.action, "/en/contact-us", { ...validFields, contact: "nobody" });
  const html = await renderRoute(site, contactUs, "/en/contact-us", { actionData: response });
  expect(html).toMatch(/<input[^>]* value="nobody"/);
  expect(html).toMatch(/<input[^>]* aria-invalid="true"/);
});

test("the inquiry list has a row for each added item", async () => {
  const { id, title: product } = await loadFirstProduct();
  expect(await renderRoute(site, quotation, "/en/quotation")).not.toContain(product);
  const response = await site.send<Response>(quotation.action, "/en/quotation", { intent: "add", item: id });
  const Cookie = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  expect(await renderRoute(site, quotation, "/en/quotation", { headers: { Cookie } })).toContain(product);
});

test("the login form has fields for account and code", async () => {
  const html = await renderRoute(site, login, "/en/login");
  expect(html).toMatch(/<input[^>]* name="account"/);
  expect(html).toMatch(/<input[^>]* name="code"/);
});

test("the confirmation page has the reference", async () => {
  const response = await site.send<Response>(contactUs.action, "/en/contact-us", validFields);
  const address = response.headers.get("Location")!;
  expect(await renderRoute(site, received, address)).toContain(
    new URL(address, "https://site.example").searchParams.get("reference")!,
  );
});

test("the root's error boundary renders an unknown URL with header and footer", async () => {
  const html = await renderRoute(site, notFound, "/en/nothing");
  expect(html).toMatch(/<header.*404.*<footer/s);
  expect(html).toContain("/en/nothing");
});
