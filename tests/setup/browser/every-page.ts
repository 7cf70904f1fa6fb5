import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import { fixedPages } from "#app/i18n/site-map.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { createFields, post } from "#tests/setup/site/guestbook-form.ts";
import type { RunningSite } from "#tests/setup/site/running-site.ts";

/** Paths of every kind of page, without a language prefix. */
export const everyPath = [
  ...fixedPages.map(({ path }) => path),
  ...Object.values(forms).map(({ page }) => page),
  ...["/search?q=%E9%BB%84%E8%8A%AA", "/nothing-here", "/batch/HQ-2601", "/batch/XX-1"],
  ...["/news/list", "/prescription/list", "/product/list?sort=newest", "/case/list", "/service/list"],
  ...["/product/list/pieces/roots", "/product/list?keyword=unicorn", `/product/list?keyword=${"a".repeat(101)}`],
  ...["/news/info/pharmacopoeia-2025", "/prescription/info/gui-zhi-tang", "/product/info/huang-qi"],
  ...["/case/info/chrysanthemum-village", "/service/info/export-supply"],
];

type Page = { name: string; locale: Locale; html: string };

/** Returns every kind of page of a site in every language, including responses to forms. */
export async function loadEveryPage(site: Pick<RunningSite, "origin">): Promise<Page[]> {
  const pages = localeCodes.flatMap((locale) => [
    ...everyPath.map((path) => ({
      name: localizePath(path, locale),
      locale,
      response: fetch(site.origin + localizePath(path, locale)),
    })),
    ...loadFormResponses(site, locale),
  ]);
  return Promise.all(pages.map(async ({ response, ...page }) => ({ ...page, html: await (await response).text() })));
}

/** Sends forms. @returns the resulting pages: with errors, with a sent code, with an inquiry list, with a reference */
function loadFormResponses(site: Pick<RunningSite, "origin">, locale: Locale) {
  const localize = (path: string) => localizePath(path, locale);
  const wrongItem = { intent: "send", item: "huang-qi", quantity: "many" };
  const followRedirect = async (request: Promise<Response>) => {
    const response = await request;
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
    return fetch(site.origin + response.headers.get("Location")!, { headers: { Cookie: cookies.join("; ") } });
  };
  const sendForm = (name: string, path: string, fields: Record<string, string>) =>
    ({ name: `${localize(path)}, ${name}`, locale, response: post(site, fields, {}, localize(path)) }) as const;
  const inquiry = post(site, { intent: "add", item: "huang-qi", quantity: "2" }, {}, localize("/quotation"));
  const list = { intent: "sheet", numbers: "黄芪 5kg\n黄芪 many\nHello" };
  const pasted = post(site, list, {}, localize("/quotation"));
  return [
    sendForm("with mistakes", "/contact-us", { name: "", contact: "nobody", content: "" }),
    sendForm("with mistakes", "/quotation", wrongItem),
    sendForm("with a mistake", "/login", { intent: "login", account: "nobody", code: "1" }),
    sendForm("a code sent", "/login", { intent: "code", account: `${locale}@example.com` }),
    { name: `${localize("/quotation")}, with a list`, locale, response: followRedirect(inquiry) },
    { name: `${localize("/quotation")}, with a pasted list`, locale, response: followRedirect(pasted) },
    {
      name: `${localize("/contact-us")}, received`,
      locale,
      response: followRedirect(post(site, createFields(), {}, localize("/contact-us"))),
    },
  ];
}
