import { data } from "react-router";
import { getLocalesByLanguages } from "../../i18n/locales.ts";
import { getContentPath, localizePath, splitLocale } from "../../i18n/urls.ts";
import { notFoundCacheControl } from "../../services/runtime/web/http-cache.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import {
  assessBatch,
  createBatchTitle,
  hasBatches,
  loadBatchProduct,
  loadNewestBatch,
  lookUpBatch,
} from "../../loaders/batches.server.ts";
import { loadRecalls } from "../../loaders/recalls.server.ts";
import { BatchPage } from "./batch-page.tsx";
import { LookupPage } from "./lookup-page.tsx";
import { notFound, redirectTo } from "../../http/responses.ts";
import { createPageData, createPageMeta } from "../../components/meta/page-meta.ts";
import { getT } from "../../http/request-context.ts";

export const handle = { messages: ["info", "batch"], query: ["number"] } satisfies Handle;

/** Serves a batch at `/batch/{number}`, and the form that looks one up at `/batch?number=`. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const lookUp = await lookUpBatch(context, params.number ?? url.searchParams.get("number") ?? "");
  const { batch, problem, number } = lookUp;
  // Below `/batch` a path without a number isn't a page. The form is at `/batch` itself.
  const isPage = params.number === undefined || number !== "";
  if (!isPage || !(await hasBatches(context))) throw notFound(args);
  if (batch && batch.id !== params.number) {
    const path = localizePath(getContentPath("batch", batch.id), splitLocale(url.pathname).locale);
    // The form redirects to the page (302). Another spelling of the number redirects permanently (301).
    const status = params.number === undefined ? 302 : 301;
    throw redirectTo(path, { status, headers: { "Cache-Control": notFoundCacheControl } });
  }
  const t = getT(context, "batch");
  const title = batch ? createBatchTitle(context, batch) : t(problem === "unknown" ? "unknownTitle" : "title");
  const description = batch?.recalled?.reason ?? (batch ? t("description", { number: batch.id }) : t("prompt"));
  const product = batch && (await loadBatchProduct(context, batch));
  const example = batch ? undefined : await loadNewestBatch(context);
  const recalls = batch ? [] : await loadRecalls(context);
  const status = problem === "unknown" ? 404 : problem ? 400 : 200;
  const ownLocales = batch && getLocalesByLanguages(batch.languages);
  const page = {
    ...(batch && assessBatch(context, batch)),
    product,
    problem,
    number,
    example,
    recalls,
    title,
    description,
  };
  return data({ ...page, ownLocales }, { status });
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { batch, number, title, description, ownLocales } = loaderData;
  return createPageMeta(args, {
    title,
    description,
    locales: ownLocales,
    isHidden: !batch && number !== "",
    about: (address) => (batch ? [createPageData({ ...batch, title, summary: description }, address)] : []),
  });
}

export default function Batch({ loaderData }: Route.ComponentProps) {
  const { batch, state, verdict, product, title, number, problem, example, recalls } = loaderData;
  if (!batch || !state || !verdict) return <LookupPage {...{ title, number, problem, example, recalls }} />;
  return <BatchPage {...{ title, batch, state, verdict, product }} />;
}
