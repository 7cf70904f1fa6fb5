import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { SharedData } from "#app/components/ui/page-data.ts";
import * as root from "#app/root.tsx";
import { testContent } from "#tests/setup/content/test-content.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as aboutUs from "./about-us/route.tsx";
import * as contactUs from "./contact-us/route.tsx";
import * as home from "./home/route.tsx";
import * as formula from "./info/formula.tsx";
import * as info from "./info/route.tsx";
import * as list from "./list/route.tsx";
import * as login from "./login/route.tsx";
import * as plainPage from "./plain-page/route.tsx";
import * as quotation from "./quotation/route.tsx";
import * as search from "./search/route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

const findHeading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
const findTitle = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

async function loadFirstProduct() {
  const { content } = site.services.createApiFor({ locale: "en" }, (error) => error);
  return (await content.list("product", {})).rows[0]!;
}

test("S2 S10 the root loader returns the locale, adverts, settings and menu", async () => {
  const { locale, adverts, settings, menu } = await site.load<SharedData>(root.loader, "/en/news/list");
  expect([locale, settings?.siteName, menu?.[0]?.type]).toEqual(["en", "Qigu Herbal", "page"]);
  const groups = adverts.map(({ aid }) => aid);
  expect(new Set(groups)).toEqual(new Set(["home-hero", "home-banner", "list-aside"]));
  expect(adverts.some((advert) => "sort" in advert)).toBe(false);
});

test("S6 the home page's layout renders its adverts, and the site's layout the header and footer", async () => {
  const [homePage, aboutPage] = [
    await renderRoute(site, home, "/en"),
    await renderRoute(site, aboutUs, "/en/about-us"),
  ];
  for (const html of [homePage, aboutPage]) expect(html).toMatch(/<header.*<main.*<footer/s);
  expect(homePage).toMatch(/<main[^>]*><section class="_hero_.*Know the place, then the herb/);
  expect(aboutPage).not.toContain("Know the place, then the herb</a></h1>");
});

test("the footer has the licences from the settings", async () => {
  expect(await renderRoute(site, aboutUs, "/en/about-us")).toMatch(
    /<footer.*Drug production licence.*<span lang="zh-CN">皖00000000/s,
  );
  expect(await renderRoute(site, aboutUs, "/about-us")).toMatch(
    /<footer.*药品生产许可证.*<span lang="zh-CN">皖00000000/s,
  );
});

test("the home page's large button is that of the first advert if the advert has a label; otherwise it links to the products", async () => {
  expect(await renderRoute(site, home, "/en")).toMatch(
    /<a(?=[^>]* href="\/en\/product\/list\/pieces")[^>]*>Roots and barks of this year<\/a>/,
  );
  // The home page is at "/home", because the stub has no route for "/".
  expect(await renderRoute(site, home, "/home")).toMatch(/<h1.*<a(?=[^>]* href="\/product\/list")[^>]*>产品<\/a>/s);
});

test("the home page has the batch look-up above the products, with an example", async () => {
  const html = await renderRoute(site, home, "/en");
  expect(html).toMatch(
    /<form[^>]*action="\/en\/batch".*name="number".*href="\/en\/batch\/HQ-2601".*\/en\/product\/info/s,
  );
});

test("a formula on the home page shows its composition instead of a picture, and what it does instead of a dose's mark", async () => {
  const html = await renderRoute(site, home, "/home");
  const cards = html.match(/<article(?:(?!<\/article>).)*href="\/prescription\/info\/.*?<\/article>/gs) ?? [];
  expect(cards.length).toBeGreaterThan(1);
  for (const card of cards) {
    expect(card).toMatch(/^(?!.*<img).*<li><b[^>]*>君<\/b>.*<svg[^>]*width="100%".*<p class="[^"]* soft">[^<]+。</s);
    expect(card).not.toMatch(/用量高于|功用：/);
  }
});

test("a formula's card has at most six herbs and their total number, and the list has one legend above the cards", async () => {
  const readCard = async (prefix: string, title: string) => {
    const html = await renderRoute(site, list, `${prefix}/prescription/list?keyword=${encodeURIComponent(title)}`);
    expect(html.match(/不是我们的产品|not sold by us/g)).toHaveLength(1);
    return /<article.*?<\/article>/s.exec(html)![0].replaceAll("<!-- -->", "");
  };
  const chinese = await readCard("", "桂枝汤");
  expect(chinese.match(/<li>/g)).toHaveLength(5);
  expect(chinese).toMatch(/<span[^>]*>桂枝<\/span>.*width="100%"/s);
  expect(chinese).not.toMatch(/等 \d+ 味/);
  const english = await readCard("/en", "Minor Bupleurum Decoction");
  expect(english.match(/<li>/g)).toHaveLength(6);
  expect(english).toMatch(/<b aria-hidden="true" lang="zh-CN">君<\/b><span class="visually-hidden">Monarch<\/span>/);
  expect(english).toContain("<p>7 herbs in all</p>");
});

test("the cards and the page of a herb have its name in Chinese and Pinyin, and the page in Latin and English", async () => {
  expect(await renderRoute(site, list, "/en/product/list/pieces/roots")).toMatch(
    /<span lang="zh-CN">黄芪<\/span>.*<span lang="zh-Latn-pinyin">Huángqí<\/span>/s,
  );
  const html = await renderRoute(site, info, "/product/info/huang-qi");
  expect(html).toMatch(/<h1[^>]*>黄芪<.*Huángqí.*<span lang="la">Astragali Radix<\/span>.*astragalus root/s);
  // The latest batch and the action are before the text.
  expect(html).toMatch(/href="\/batch\/HQ-2601".*加入询价单.*<h2/s);
});

test("an ingredient that is a product has the product's name, linked to its page; tags link to a search", async () => {
  const html = await renderRoute(site, formula, "/en/prescription/info/yu-ping-feng-san");
  const chart = /<table[\s\S]*?<\/table>/.exec(html)![0];
  expect(chart).toMatch(
    /href="\/en\/product\/info\/huang-qi"[^>]*>Huang qi \(astragalus root\)<\/a><\/span> ?<span[^>]*><span lang="zh-CN"[^>]*>黄芪</s,
  );
  expect(chart).toMatch(/<span>Fang feng \(saposhnikovia root\)(?!<\/a>)/);
  expect(chart.match(/<a /g)).toHaveLength(2);
  // As on cards, the largest dose has a full bar, and herbs that aren't sold have hollow bars.
  expect(chart.match(/<svg[^>]*width="[^"]*"/g)).toEqual([
    expect.stringMatching(/^(?!.*hollow).*width="100%"$/),
    expect.stringMatching(/^(?!.*hollow).*width="100%"$/),
    expect.stringMatching(/hollow.*width="50%"$/),
  ]);
  const product = await renderRoute(site, info, "/product/info/huang-qi");
  expect(product).toMatch(/<a[^>]*href="\/search\?q=[^"]*"/);
  expect(product).toContain("/prescription/list?keyword=");
});

test("extracts of formulas in search results omit roles and units", async () => {
  const html = await renderRoute(site, search, "/en/search?q=Armeniacae");
  expect(html).toContain("/prescription/info/ma-huang-tang");
  expect(html).not.toMatch(/· g ·|monarch ·|minister ·/);
});

test("a short list has no keyword field, and a found product has its line with cut, number and minimum, no date", async () => {
  expect(await renderRoute(site, list, "/en/case/list")).not.toContain('id="keyword"');
  expect(await renderRoute(site, list, "/en/product/list?keyword=root")).toContain('id="keyword"');
  const products = await renderRoute(site, list, "/en/product/list");
  expect(products).not.toMatch(/id="keyword"|Ask for a sample/);
  expect(await renderRoute(site, list, "/en/news/list")).toContain("Ask for a sample");
  const html = await renderRoute(site, search, "/en/search?q=liquorice");
  const [found] = /<section id="product".*?<\/section>/s.exec(html)!;
  expect(found).not.toContain("<time");
  expect(found).toMatch(/<td>Thick slices, 2–\u20604\u00a0mm; [^<]*<\/td><td>QG-P-0105<.*>Min\..*<\/span>25 kg<\/td>/s);
});

test("sentences in the settings replace the default messages, only in their language", async () => {
  expect(await renderRoute(site, home, "/en")).toMatch(
    /<h2>Roots and barks<\/h2><p class="soft">A sentence of the company for tests/,
  );
  expect(await renderRoute(site, contactUs, "/en/contact-us")).toMatch(
    /Come to the test yard.*We reply within one test day/s,
  );
  expect(await renderRoute(site, quotation, "/en/quotation")).toContain("A sample for tests.");
  expect(await renderRoute(site, home, "/en")).toContain("Each herb’s role and dose.");
  expect(await renderRoute(site, contactUs, "/contact-us")).toMatch(/欢迎来电、来信或来访.*我们会尽快回复/s);
  expect(await renderRoute(site, quotation, "/quotation")).not.toContain("先看样品");
});

test("a list has a total, and URLs for its pages, order and keyword; the keyword is named if nothing is found", async () => {
  expect(await renderRoute(site, list, "/product/list?sort=newest")).toContain(
    `共 ${readdirSync(join(testContent, "product")).length} 项`,
  );
  // Products are on one page by Pinyin, and in English by name, with letters.
  for (const [path, letter, title] of [
    ["/product/list", "H", "黄芪"],
    ["/en/product/list", "A", "Astragalus extract"],
  ] as const) {
    const html = await renderRoute(site, list, path);
    expect(html).toMatch(new RegExp(`href="#letter-${letter}".*id="letter-${letter}".*>${title}`, "s"));
    expect(html).toMatch(/(?:起订|Min\.) 20\u00a0kg.*data-state="released"/s);
  }
  const results = await renderRoute(site, list, `/product/list?keyword=${encodeURIComponent("黄芪")}`);
  expect(results).toContain('value="黄芪"');
  expect(results).toContain("/product/info/huang-qi");
  const emptyList = await renderRoute(site, list, "/en/product/list?keyword=unicorn");
  expect(emptyList).toContain("Nothing matches “unicorn”");
  expect(emptyList).toContain('content="noindex, follow"');
});

test("a keyword that only another kind has isn't counted as missed, and the list links to a search of the whole site", async () => {
  const count = vi.spyOn(site.services.missedSearches, "count");
  const text = encodeURIComponent("四物汤");
  const page = await renderRoute(site, list, `/product/list?keyword=${text}`);
  expect(page).toContain("但在本站其他栏目中有");
  expect(page).toContain(`href="/search?q=${text}"`);
  expect(count).not.toHaveBeenCalled();
  await renderRoute(site, list, "/product/list?keyword=unicorn");
  expect(count).toHaveBeenCalledWith("unicorn", "203.0.113.1");
  // A search that matches only some words counts as missed.
  await renderRoute(site, list, "/en/product/list?keyword=ginseng+spaceship");
  await renderRoute(site, search, "/en/search?q=ginseng+airship");
  await renderRoute(site, search, "/en/search?q=ginseng");
  expect(count.mock.calls.map(([words]) => words)).toEqual(["unicorn", "ginseng spaceship", "ginseng airship"]);
  count.mockRestore();
});

test("the chart of a formula is a table of roles, names, doses, and the kilograms of a hundred doses", async () => {
  const readRows = async (address: string) =>
    [
      .../<table[\s\S]*?<\/table>/
        .exec(await renderRoute(site, formula, address))![0]
        .replaceAll("<!-- -->", "")
        .matchAll(/<tr>.*?<\/tr>/gs),
    ].map(([row]) =>
      row
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    );
  const rows = await readRows("/prescription/info/gui-zhi-tang");
  expect(rows).toHaveLength(7);
  expect(rows[0]).toBe("君臣佐使 药味 用量 100 剂");
  expect(rows[1]).toBe("君 君药 桂枝 Cinnamomi Ramulus 9克 0.9 kg 最低 20 kg");
  expect(rows.find((row) => row.includes("生姜"))).toMatch(/^佐 佐药 生姜 .* 9克 0.9 kg$/);
  expect(rows.at(-1)).toBe("合计 5 味 39克 3.9 kg");
  const english = await readRows("/en/prescription/info/gui-zhi-tang");
  expect(english[1]).toMatch(/^君 Monarch Gui zhi .* 9 g 0.9 kg min. 20 kg$/);
});

test("a list of one page has no sort field, and search results are marked as sorted by relevance", async () => {
  expect(await renderRoute(site, list, "/service/list")).not.toContain("<select");
  const sorted = await renderRoute(site, list, "/service/list?sort=title");
  expect(sorted).toMatch(/<option value="newest"[^>]*>最新在前</);
  const found = await renderRoute(site, list, "/product/list?keyword=%E9%BB%84%E8%8A%AA");
  expect(found).toMatch(/<option value="newest"[^>]*>最相关在前</);
});

test("filtered lists, sorted lists, results of a search and the login aren't indexed", async () => {
  for (const [screen, path] of [
    [list, "/product/list?keyword=x"],
    [list, "/product/list?sort=newest"],
    [login, "/login"],
    [search, "/en/search?q=ginseng"],
  ] as const)
    expect(await renderRoute(site, screen, path), path).toContain('<meta name="robots" content="noindex, follow"');
});

test("a plain page has its title, its text with links in the reader's language, and the date of its last change", async () => {
  const html = await renderRoute(site, plainPage, "/en/page/privacy");
  expect([findHeading(html), findTitle(html)]).toEqual(["Privacy notice", expect.stringMatching(/^Privacy notice/)]);
  expect(html).toContain('<a href="/en/contact-us">write to us</a>');
  expect(html).toContain("1 September 2026");
  expect(html).toMatch(/"@type":"WebPage","url":"https:\/\/site\.example\/en\/page\/privacy"/);
});

test("a plain page shows its picture, and a plain page that doesn't exist is a 404", async () => {
  const html = await renderRoute(site, plainPage, "/page/quality");
  expect(html).toMatch(/<main.*src="\/plates\/huang-qi\.svg"/s);
  expect(await renderRoute(site, plainPage, "/page/nothing")).toMatch(/<main.*404/s);
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

test("a search shows its results by kind", async () => {
  const { id, title: product } = await loadFirstProduct();
  const html = await renderRoute(site, search, `/en/search?q=${encodeURIComponent(product)}`);
  expect(html).toContain(`href="/en/product/info/${id}"`);
  // Chinese words of two characters are found in every kind, with a link to the whole list.
  const chineseHtml = await renderRoute(site, search, `/search?q=${encodeURIComponent("黄芪")}`);
  for (const kind of ["product", "prescription", "news"]) expect(chineseHtml).toContain(`/${kind}/info/`);
  expect(chineseHtml).toContain(`/news/list?keyword=${encodeURIComponent("黄芪")}`);
});

test("the login form reports a missing field, a wrong code, and a code requested too early", async () => {
  const sendForm = async (fields: Record<string, string>, path = "/en/login") =>
    renderRoute(site, login, path, { actionData: await site.send(login.action, path, fields) });
  const emptyForm = await sendForm({ intent: "code", account: " " });
  expect(findTitle(emptyForm)).toMatch(/^Error: Log in/);
  expect(emptyForm).toContain('<a href="#account">Phone or email is required</a>');
  expect(await sendForm({ account: "a@b.cn", code: "12ab" })).toContain('<a href="#code">Enter the 6-digit code');
  const wrongCode = await sendForm({ account: "a@b.cn", code: "123456" }, "/login");
  expect(wrongCode).toMatch(/<a href="#code">验证码错误或已过期/);
  expect(wrongCode).toMatch(/<p id="code-error"[^>]*>验证码错误或已过期.*<input id="code"[^>]*aria-invalid="true"/s);
  // The code button is disabled for a minute, so the message doesn't offer another code.
  expect(wrongCode).not.toContain("重新获取");
  const firstForm = await sendForm({ intent: "code", account: "User@B.cn" }, "/login");
  expect(firstForm).toContain('value="User@B.cn"');
  expect(firstForm).toMatch(/<input id="code"[^>]* autofocus=""/i);
  expect(await sendForm({ intent: "code", account: "user@b.cn" }, "/login")).toMatch(/请 \d+ 秒后再获取/);
});

test("the login is linked only if pages require it, and redirects back to the page", async () => {
  expect(await renderRoute(site, aboutUs, "/en/about-us")).not.toContain("/en/login");
  const guardedSite = await createRouteCaller({ GUARDED_ROUTES: "/files/secret.pdf" });
  const html = await renderRoute(guardedSite, aboutUs, "/en/about-us?a=b");
  const { guardedRoutes } = await guardedSite.load<SharedData>(root.loader, "/en");
  expect(guardedRoutes).toEqual(["/files"]);
  await guardedSite.dispose();
  expect(html).toContain('href="/en/login?redirect=%2Fen%2Fabout-us%3Fa%3Db"');
});

test("an empty inquiry list links to the products above the form's fields", async () => {
  const html = await renderRoute(site, quotation, "/en/quotation");
  expect(html).toMatch(/Your inquiry list is empty.*href="\/en\/product\/list"[^>]*>Browse products<.*name="name"/s);
});

test("the contact page has the contact data only once, with one copy button, and other pages have them in the footer", async () => {
  const html = await renderRoute(site, contactUs, "/en/contact-us");
  expect([html.match(/href="tel:/g)?.length, html.match(/aria-label="Copy:/g)?.length]).toEqual([1, 1]);
  expect(html).toContain("Show on a map");
  expect(html).not.toMatch(/<p[^>]*>Coordinates/);
  expect((await renderRoute(site, quotation, "/en/quotation")).match(/href="tel:/g)).toHaveLength(1);
});

test("a formula's page has a button to print, and a product's page has none", async () => {
  const load = (kind: string, id: string) => renderRoute(site, info, `/en/${kind}/info/${id}`);
  expect(await load("prescription", "gui-zhi-tang")).toContain(">Print</button>");
  expect(await load("product", "huang-qi")).not.toContain(">Print</button>");
});

type LoaderResult<Loader extends (args: never) => unknown> = Awaited<ReturnType<Loader>>;

test("the home page shows products, whose data have only the fields of cards", async () => {
  const data = await site.load<LoaderResult<typeof home.loader>>(home.loader, "/");
  expect(data.cards.product.length).toBeGreaterThan(0);
  expect(data.cards.product[0]).not.toHaveProperty("body");
  expect(await renderRoute(site, home, "/en")).toContain((await loadFirstProduct()).title);
});

test("a keyword that is too long is a 400, and isn't searched for", async () => {
  const { data, init } = await site.load<LoaderResult<typeof list.loader>>(
    list.loader,
    `/news/list?keyword=${"a".repeat(101)}`,
  );
  expect([init?.status, data.isTooLong]).toEqual([400, true]);
  const loaderData = await site.load<LoaderResult<typeof search.loader>>(search.loader, `/search?q=${"a".repeat(101)}`);
  expect([loaderData.init?.status, loaderData.data.groups]).toEqual([400, []]);
});
