import type { Handle } from "#app/handle.ts";
import { getApi, getOrigin, getRequestId, getT } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { createXmlResponse, escapeXml, renderElement } from "#app/http/xml.ts";
import { listAlternates, localeCodes, locales } from "#app/i18n/locales.ts";
import { getContentPath, getListPath, localizePath, splitLocale } from "#app/i18n/urls.ts";
import {
  createBatchTitle,
  describeBatch,
  describeRecall,
  describeRecallEnd,
} from "#app/loaders/batch-states.server.ts";
import { loadKindsInUse } from "#app/loaders/site.server.ts";
import type { Row } from "#app/services/api/contract/entities.ts";
import type { Route } from "./+types/route";

export const handle = { query: [] } satisfies Handle;

const maxArticles = 20;

export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const { locale, path: unprefixedPath } = splitLocale(url.pathname);
  const api = getApi(context);
  const { site, content, optional } = api;
  if (!(await loadKindsInUse(api)).includes("news")) throw createNotFound(url.pathname, getRequestId(context));
  const t = getT(context, "common");
  const news = content.list("news", { pageSize: maxArticles });
  const [settings, { rows }, recalls = [], formerlyRecalled = []] = await Promise.all([
    optional(site.settings()),
    news,
    optional(api.batches.recalled()),
    optional(api.batches.formerlyRecalled()),
  ]);
  const origin = getOrigin(context, url);
  const toUrl = (path: string) => origin + localizePath(path, locale);
  const alternates = listAlternates(localeCodes).map(([hreflang, code]) => {
    const address = escapeXml(origin + localizePath(unprefixedPath, code));
    return `<atom:link href="${address}" rel="alternate" hreflang="${hreflang}" type="application/rss+xml"/>`;
  });
  const head = [
    renderElement("title", `${settings?.siteName ?? t("site.fallbackName")} · ${t("kinds.news")}`),
    renderElement("link", toUrl(getListPath("news"))),
    renderElement("description", settings?.seo?.description ?? t("kinds.news")),
    renderElement("language", locales[locale].language),
    `<atom:link href="${escapeXml(origin + url.pathname)}" rel="self" type="application/rss+xml"/>`,
    ...alternates,
  ];
  const items = rows.map((row) => renderItem(row, toUrl(getContentPath("news", row.id))));
  const recallItems = recalls.map((row) => {
    const { reason, advice = describeBatch(context, row).advice, date } = row.recalled;
    const summary = describeRecall(getT(context, "batch"), { reason, advice });
    return renderItem({ title: createBatchTitle(context, row), summary, date }, toUrl(getContentPath("batch", row.id)));
  });
  const endItems = formerlyRecalled.flatMap(({ id, title, formerRecalls }) =>
    formerRecalls.map((recall) => {
      // Readers show an item once per address, so the end has another one than the recall.
      const address = `${toUrl(getContentPath("batch", id))}#ended-${recall.ended}`;
      return renderItem(describeRecallEnd(context, title, recall), address);
    }),
  );
  const channel = `<channel>${[...head, ...recallItems, ...endItems, ...items].join("")}</channel>`;
  const feed = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>`;
  return createXmlResponse(context, feed, "application/rss+xml");
}

type Entry = Pick<Row, "title" | "summary" | "date"> & Partial<Pick<Row, "cat">>;

function renderItem({ title, summary, date, cat }: Entry, link: string): string {
  const publicationDate = date && !Number.isNaN(Date.parse(date)) ? new Date(date).toUTCString() : undefined;
  const texts = { title, link, guid: link, description: summary, category: cat?.title, pubDate: publicationDate };
  const parts = Object.entries(texts).map(([name, text]) => renderElement(name, text));
  return `<item>${parts.join("")}</item>\n`;
}
