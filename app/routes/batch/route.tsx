import type { TFunction } from "i18next";
import { data } from "react-router";
import { getLocalesByLanguages } from "#app/i18n/locales.ts";
import { getContentPath, localizePath, splitLocale } from "#app/i18n/urls.ts";
import { notFoundCacheControl } from "#app/services/runtime/web/http-cache.ts";
import type { Handle } from "#app/handle.ts";
import type { Route } from "./+types/route";
import { hasBatches, loadBatchExample, loadBatchProduct, lookUpBatch } from "#app/loaders/batches.server.ts";
import { assessBatch, createBatchTitle, describeRecall } from "#app/loaders/batch-states.server.ts";
import { loadRecalls } from "#app/loaders/recalls.server.ts";
import { BatchPage } from "./batch-page.tsx";
import { lookUpText, type NoteLookup } from "./note.server.ts";
import { NotePage } from "./note-page.tsx";
import { LookupPage } from "./lookup-page.tsx";
import { notFound, redirectTo } from "#app/http/responses.ts";
import { createPageData, createPageMeta } from "#app/components/meta/page-meta.ts";
import { getT } from "#app/http/request-context.ts";

export const handle = { messages: ["info", "batch"], query: ["number"] } satisfies Handle;

const statuses = { empty: 400, tooLong: 400, tooMany: 400, tooMuch: 400, unknown: 404, limited: 429 } as const;

/** Serves a batch at `/batch/{number}`; at `/batch?number=` the form that looks one up, and what is known of several. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const typed = url.searchParams.get("number");
  const { batch, number, note, count, headers, ...lookUp }: NoteLookup =
    params.number === undefined ? await lookUpText(context, typed ?? "") : await lookUpBatch(context, params.number);
  const problem = number === "" && typed !== null ? "empty" : lookUp.problem;
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
  const lookUpTitle = note ? "note.title" : problem === "unknown" ? "unknownTitle" : "title";
  const title = batch ? createBatchTitle(context, batch) : t(lookUpTitle);
  const assessed = batch && assessBatch(context, batch);
  const description = assessed ? describe(t, assessed) : t("prompt");
  const product = batch && (await loadBatchProduct(context, batch));
  const { example, none } = (batch || note ? undefined : await loadBatchExample(context)) ?? {};
  const recalls = batch || note ? [] : await loadRecalls(context);
  const status = problem ? statuses[problem] : 200;
  const ownLocales = batch && getLocalesByLanguages(batch.languages);
  const page = {
    batch: assessed?.batch,
    state: assessed?.state,
    verdict: assessed?.verdict,
    product,
    note,
    problem,
    count,
    number,
    example,
    none,
    recalls,
    title,
    description,
  };
  return data({ ...page, ownLocales }, { status, headers });
}

/** A recalled batch is described by its recall. */
function describe(t: TFunction<"batch">, { batch: { id, recalled }, sentence }: ReturnType<typeof assessBatch>) {
  const recall = describeRecall(t, recalled ?? {});
  return recall ? t("titles.recalled", { title: recall }) : t("description", { number: id, state: sentence });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { batch, number, problem, title, description, ownLocales } = loaderData;
  return createPageMeta(args, {
    title,
    description,
    locales: ownLocales,
    isHidden: !batch && (number !== "" || problem !== undefined),
    about: (address) => (batch ? [createPageData({ ...batch, title, summary: description }, address)] : []),
  });
}

export default function Batch({ loaderData }: Route.ComponentProps) {
  const { batch, state, verdict, product, title, number, note, problem, count, example, none, recalls } = loaderData;
  if (note) return <NotePage {...{ title, number, note }} />;
  if (!batch || !state || !verdict)
    return <LookupPage {...{ title, number, problem, count, example, none, recalls }} />;
  return <BatchPage {...{ title, batch, state, verdict, product }} />;
}
