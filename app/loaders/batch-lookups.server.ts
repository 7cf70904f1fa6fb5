import { data } from "react-router";
import { getT, type Context } from "#app/http/request-context.ts";
import { redirectTo } from "#app/http/responses.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";
import { notFoundCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { loadBatchExample, type Lookup } from "./batches.server.ts";
import { loadRecalls } from "./recalls.server.ts";

/** A look-up that found no batch. `count`: the number in the problem's message, such as the minutes to wait. */
export type FailedLookup = Omit<Lookup, "batch"> & { count?: number };

export type LookupPageData = Awaited<ReturnType<typeof loadLookupPage>>["data"];

const statuses = { empty: 400, tooLong: 400, tooMany: 400, tooMuch: 400, unknown: 404, limited: 429 } as const;

/** Loads the look-up page. The response's status is that of the problem, if there is one. */
export async function loadLookupPage(context: Context, lookup: FailedLookup, headers: HeadersInit = {}) {
  const t = getT(context, "batch");
  const { number, problem, count } = lookup;
  const { example, none } = (await loadBatchExample(context)) ?? {};
  const recalls = await loadRecalls(context);
  const title = t(problem === "unknown" ? "unknownTitle" : "title");
  const page = { number, problem, count, example, none, recalls, title, description: t("prompt") };
  return data(page, { status: problem ? statuses[problem] : 200, headers });
}

/** @param status 302 for the form, 301 for another spelling in the URL */
export function redirectToBatch(id: string, locale: Locale, status: 301 | 302): Response {
  const path = localizePath(getContentPath("batch", id), locale);
  return redirectTo(path, { status, headers: { "Cache-Control": notFoundCacheControl } });
}
