import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { previewParameter } from "../../contract/preview.ts";
import { formatMoment } from "../../i18n/format.ts";
import { localeOfLanguage } from "../../i18n/locales.ts";
import { privateNoStore } from "../../platform/http-cache.ts";
import { servicesOf } from "../services-context.ts";
import { getInstance } from "./i18next.ts";
import { previewOf, type Preview } from "../preview.ts";

const previewContext = createContext<Preview | null>(null);

/**
 * Finds out whether a request comes by a signed link. What it is then answered is kept nowhere, found by no search engine,
 * and doesn't tell other sites its address. The origin alone is told on, without which forms would be refused.
 */
export const preview: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const found = previewOf(servicesOf(context), url.pathname, url.searchParams.get(previewParameter));
  if (!found) return next();
  context.set(previewContext, found);
  const response = await next();
  response.headers.set("Cache-Control", privateNoStore);
  response.headers.set("X-Robots-Tag", "noindex, nofollow, noarchive");
  response.headers.set("Referrer-Policy", "strict-origin");
  return response;
};

/** The preview that a request is; `undefined` for any other. */
export function previewIn(context: Readonly<RouterContextProvider>): Preview | undefined {
  return context.get(previewContext) ?? undefined;
}

/** What is said above a preview; formatted on the server, so that no browser writes the time in another way. */
export function previewText(context: Readonly<RouterContextProvider>): string | undefined {
  const found = previewIn(context);
  if (!found) return undefined;
  const { t, language } = getInstance(context);
  return t("loader:preview", { end: formatMoment(found.end, localeOfLanguage(language)) });
}
