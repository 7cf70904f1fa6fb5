import type { RouterContextProvider } from "react-router";
import type { Row } from "../contract/entities.ts";
import { locales } from "../i18n/locales.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import type { Route } from "./+types/feed";
import { apiOf } from "./middleware/api.ts";
import { getInstance } from "./middleware/i18next.ts";
import { originOf } from "./origin.ts";
import { element, escapeXml, xmlResponse } from "./xml.ts";

/** How many articles a feed has. */
const articles = 20;

/** The newest articles in one language, as RSS 2.0. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const { locale } = splitLocale(url.pathname);
  const { site, content, optional } = apiOf(context);
  const t = getInstance(context).getFixedT(null, "common");
  const [settings, { rows }] = await Promise.all([
    optional(site.settings()),
    content.list("news", { pageSize: articles }),
  ]);
  const origin = originOf(context, url);
  const address = (path: string) => origin + localizePath(path, locale);
  const head = [
    element("title", `${settings?.siteName ?? t("site.fallbackName")} · ${t("kinds.news")}`),
    element("link", address("/news/list")),
    element("description", settings?.seo?.description ?? t("kinds.news")),
    element("language", locales[locale].language),
    `<atom:link href="${escapeXml(origin + url.pathname)}" rel="self" type="application/rss+xml"/>`,
  ];
  return feed(context, [...head, ...rows.map((row) => item(row, address(`/news/info/${encodeURIComponent(row.id)}`)))]);
}

function item({ title, summary, date, cat }: Row, link: string): string {
  const published = date && !Number.isNaN(Date.parse(date)) ? new Date(date).toUTCString() : undefined;
  const parts = [
    element("title", title) + element("link", link) + element("guid", link),
    element("description", summary) + element("category", cat?.title) + element("pubDate", published),
  ];
  return `<item>${parts.join("")}</item>\n`;
}

function feed(context: Readonly<RouterContextProvider>, parts: string[]): Response {
  const channel = `<channel>${parts.join("")}</channel>`;
  return xmlResponse(
    context,
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>`,
    "application/rss+xml",
  );
}
