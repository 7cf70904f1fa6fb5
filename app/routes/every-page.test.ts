import { expect, onTestFinished, test } from "vitest";
import { toSiteError } from "#app/http/site-error.ts";
import { locales } from "#app/i18n/locales.ts";
import { loginGate } from "#app/middleware/login-gate.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as aboutUs from "./about-us/route.tsx";
import * as batch from "./batch/route.tsx";
import * as home from "./home/route.tsx";
import * as formula from "./info/formula.tsx";
import * as info from "./info/route.tsx";
import * as siteLayout from "./layout.tsx";
import * as list from "./list/route.tsx";
import * as login from "./login/route.tsx";
import * as notFound from "./not-found/route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

test("S1 S4 a page is Chinese without a prefix and English below /en, and links to the other language by its name", async () => {
  const pages = [
    { address: "/about-us", own: "zh-CN", other: "en-US", label: "English", code: "en", prefix: "" },
    { address: "/en/about-us", own: "en-US", other: "zh-CN", label: "中文", code: "cn", prefix: "/en" },
  ];
  for (const { address, own, other, label, code, prefix } of pages) {
    const html = await renderRoute(site, aboutUs, address);
    expect(html).toMatch(new RegExp(`^(?:<link[^>]*>)*<html lang="${own}"`));
    expect(html).toMatch(
      new RegExp(`<header.*href="/language/${code}[^>]*lang="${other}"[^>]*>${label}<.*</header>`, "s"),
    );
    expect(html).toContain(`href="${prefix}/contact-us"`);
  }
  expect([locales.cn.header, locales.en.header]).toEqual(["zh-cn", "en"]);
});

test.each([
  [notFound, "/en/nothing/at/all"],
  [info, "/en/product/info/unicorn"],
  [list, "/en/product/list/unicorn"],
  [list, "/en/news/list?page=0"],
  [info, "/en/news/info/%00"],
])(
  "S7 S8 %# a path without a page, or with wrong parameters, gets a 404 page that names the path",
  async (screen, address) => {
    const html = await renderRoute(site, screen as typeof list, address);
    expect(html).toContain(`404 Page Not Found: ${address.split("?")[0]}<`);
    expect(html).toMatch(/<title>Page Not Found<.*<h1>Page Not Found</s);
  },
);

test("S8 an unexpected error becomes a 500 whose status text and message name no internals", () => {
  const internalError = { statusCode: 500, statusMessage: "Internal Server Error", message: "Internal Server Error" };
  expect(toSiteError(new Error("secret"), "/a")).toEqual(internalError);
});

test("S10 pages take the settings, and the adverts of the groups that they show, from the shared data", async () => {
  const [homePage, aboutPage, listPage] = [
    await renderRoute(site, home, "/home"),
    await renderRoute(site, aboutUs, "/about-us"),
    await renderRoute(site, list, "/news/list"),
  ];
  for (const title of ["先认得地方，再认得药", "三十六首经典方", "代煎与配送"])
    expect(homePage).toContain(`${title}</a>`);
  expect(aboutPage).toMatch(/<main.*sheng-jiang\.svg/s);
  expect(listPage).toMatch(/<aside.*辨药小课/s);
  for (const html of [homePage, aboutPage, listPage]) expect(html).toMatch(/<header.*岐谷本草.*<footer.*0558-/s);
});

/** Elements that rise into view on each page, each found by a text near its beginning. */
const risingTexts: [address: string, screen: unknown, texts: string[]][] = [
  ["/en/home", home, ["dan-shen.svg", "_monarch", "/en/service/", "/en/case/"]],
  ["/en/about-us", aboutUs, ["sheng-jiang.svg", "The cutting yard"]],
  ["/en/product/list", list, ["dan-shen.svg", "huang-qi.svg"]],
  ["/en/product/info/huang-qi", info, ["<h2>Related"]],
  ["/en/prescription/info/gui-zhi-tang", formula, ["_gallery", "<h2>Related"]],
  ["/en/batch/HQ-2601", batch, ["_timeline"]],
];
test.each(risingTexts)("S27 on %s the specified elements rise into view", async (address, screen, texts) => {
  const html = await renderRoute(site, screen as typeof home, address);
  const parts = html.split(/<div[^>]* data-fade-up="true">/).slice(1);
  const begins = parts.map((part) => part.slice(0, 400));
  expect(texts.filter((text) => !begins.some((begin) => begin.includes(text)))).toEqual([]);
});

test("S22 without a token a guarded path redirects to the login with a code, a message and the path to return to", async () => {
  const guarded = await createRouteCaller({ GUARDED_ROUTES: "/case/*" });
  onTestFinished(() => guarded.dispose());
  const load = (address: string) =>
    guarded.load<Response | string>((args: never) => loginGate(args, async () => new Response()), address);
  for (const [address, login, message] of [
    ["/case/list?page=2", "/login", "请先登录"],
    ["/en/case/info/1", "/en/login", "Please log in first"],
  ] as const) {
    const { status, headers } = (await load(address)) as Response;
    const query = new URLSearchParams({ code: "401", message, redirect: address });
    expect([status, headers.get("Location")]).toEqual([303, `${login}?${query}`]);
  }
  expect(await load("/news/list")).toMatchObject({ status: 200 });
  expect(siteLayout.middleware).toContain(loginGate);
});

test("S22 the login shows only messages of the site, and translates them into the reader's language", async () => {
  const load = (path: string, message: string) =>
    renderRoute(site, login, `${path}?${new URLSearchParams({ code: "401", message })}`);
  for (const message of ["请先登录", "Please log in first"]) {
    expect(await load("/login", message)).toMatch(/role="alert"[^>]*>请先登录</);
    expect(await load("/en/login", message)).toMatch(/role="alert"[^>]*>Please log in first</);
  }
  expect(await load("/login", "Send us your password")).not.toMatch(/role="alert"|Send us/);
});
