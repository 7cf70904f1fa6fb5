import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { previewParameter } from "../services/api/contract/headers.ts";
import { formatDateTime } from "../i18n/format.ts";
import { getLocaleByLanguage } from "../i18n/locales.ts";
import { privateNoStore } from "../http/http-cache.ts";
import { getServices } from "../services-context.ts";
import { getInstance } from "./i18next.ts";
import { verifyPreview, type Preview } from "../http/preview.ts";

const previewContext = createContext<Preview | null>(null);

/**
 * Detects whether a request has a valid preview link. Previews aren't cached or indexed, and other sites don't
 * receive their URL. The origin is still sent, because forms would otherwise be rejected.
 */
export const preview: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const validPreview = verifyPreview(getServices(context), url.pathname, url.searchParams.get(previewParameter));
  if (!validPreview) return next();
  context.set(previewContext, validPreview);
  const response = await next();
  response.headers.set("Cache-Control", privateNoStore);
  response.headers.set("X-Robots-Tag", "noindex, nofollow, noarchive");
  response.headers.set("Referrer-Policy", "strict-origin");
  return response;
};

/** Returns the preview of a request; `undefined` for others. */
export function getPreview(context: Readonly<RouterContextProvider>): Preview | undefined {
  return context.get(previewContext) ?? undefined;
}

/**
 * Creates the note above a preview. It is formatted on the server, because browsers might format the time
 * differently.
 */
export function getPreviewText(context: Readonly<RouterContextProvider>): string | undefined {
  const validPreview = getPreview(context);
  if (!validPreview) return undefined;
  const { t, language } = getInstance(context);
  return t("loader:preview", { end: formatDateTime(validPreview.end, getLocaleByLanguage(language)) });
}
