import { localeCodes, type Locale } from "../../app/i18n/locales.ts";
import { fixedPages } from "../../app/i18n/site-map.ts";
import { localizePath } from "../../app/i18n/urls.ts";
import { fresh, post } from "./guestbook-form.ts";
import type { RunningSite } from "./running-site.ts";

/** Every kind of page that an address leads to, without prefix. */
export const everyPath = [
  ...fixedPages.map(({ path }) => path),
  ...["/search?q=%E9%BB%84%E8%8A%AA", "/nothing-here"],
  ...["/news/list", "/prescription/list?page=2", "/product/list", "/case/list", "/service/list"],
  ...["/product/list/pieces/roots", "/product/list?keyword=unicorn", `/product/list?keyword=${"a".repeat(101)}`],
  ...["/news/info/pharmacopoeia-2025", "/prescription/info/gui-zhi-tang", "/product/info/huang-qi"],
  ...["/case/info/chrysanthemum-village", "/service/info/export-supply"],
];

type Page = { name: string; locale: Locale; html: string };

/** Every kind of page of a site in every language, those that only a form leads to included. */
export async function everyPage(site: RunningSite): Promise<Page[]> {
  const pages = localeCodes.flatMap((locale) => [
    ...everyPath.map((path) => ({
      name: localizePath(path, locale),
      locale,
      answer: fetch(site.origin + localizePath(path, locale)),
    })),
    ...answers(site, locale),
  ]);
  return Promise.all(pages.map(async ({ answer, ...page }) => ({ ...page, html: await (await answer).text() })));
}

/** What comes back from forms: with mistakes, with a list, with a reference. */
function answers(site: RunningSite, locale: Locale) {
  const to = (path: string) => localizePath(path, locale);
  const wrongItem = { intent: "send", item: "huang-qi", quantity: "many" };
  const follow = async (sent: Promise<Response>) => {
    const response = await sent;
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
    return fetch(site.origin + response.headers.get("Location")!, { headers: { Cookie: cookies.join("; ") } });
  };
  const form = (name: string, path: string, fields: Record<string, string>) =>
    ({ name: `${to(path)}, ${name}`, locale, answer: post(site, fields, {}, to(path)) }) as const;
  const inquiry = post(site, { intent: "add", item: "huang-qi", quantity: "2" }, {}, to("/quotation"));
  return [
    form("with mistakes", "/contact-us", { name: "", contact: "nobody", content: "" }),
    form("with mistakes", "/quotation", wrongItem),
    form("with a mistake", "/login", { intent: "login", account: "nobody", code: "1" }),
    form("a code sent", "/login", { intent: "code", account: `${locale}@example.com` }),
    { name: `${to("/quotation")}, with a list`, locale, answer: follow(inquiry) },
    { name: `${to("/contact-us")}, received`, locale, answer: follow(post(site, fresh(), {}, to("/contact-us"))) },
  ];
}
