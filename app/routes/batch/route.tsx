import type { TFunction } from "i18next";
import { data } from "react-router";
import { createPageData, createPageMeta } from "#app/components/meta/page-meta.ts";
import { LookupPage } from "#app/components/search/lookup-page.tsx";
import type { Handle } from "#app/handle.ts";
import { getT } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { getLocalesByLanguages } from "#app/i18n/locales.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import { loadLookupPage, redirectToBatch } from "#app/loaders/batch-lookups.server.ts";
import { addClass, assessBatch, createBatchTitle, describeRecall } from "#app/loaders/batch-states.server.ts";
import { hasBatches, loadBatchProduct, lookUpBatch } from "#app/loaders/batches.server.ts";
import type { Batch } from "#app/services/api/contract/batches/batches.ts";
import type { Route } from "./+types/route";
import { BatchPage } from "./batch-page.tsx";

export const handle = { messages: ["info", "batch"], query: [] } satisfies Handle;

/** Loads a batch or, for an unknown number, the look-up form. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const { batch: loadedBatch, ...lookup } = await lookUpBatch(context, params.number);
  if (lookup.number === "" || !(await hasBatches(context))) throw notFound(args);
  if (!loadedBatch) return loadLookupPage(context, lookup);
  if (loadedBatch.id !== params.number) throw redirectToBatch(loadedBatch.id, splitLocale(url.pathname).locale, 301);
  const { batch, state, noResults, verdict, sentence } = assessBatch(context, loadedBatch);
  return data({
    batch,
    state,
    noResults,
    verdict,
    product: await loadBatchProduct(context, batch),
    title: createBatchTitle(context, batch),
    description: describe(getT(context, "batch"), batch, sentence),
    ownLocales: getLocalesByLanguages(batch.languages),
  });
}

/** Describes a batch, or its recall if there is one. */
function describe(t: TFunction<"batch">, { id, recalled }: Batch, state: string) {
  const recall = describeRecall(t, recalled ?? {});
  const words = { title: recall, state: addClass(t, t("states.recalled"), recalled) };
  return recall ? t("titles.recalled", words) : t("description", { number: id, state });
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  if (!("batch" in loaderData)) return createPageMeta(args, { title, description, isHidden: true });
  const { batch, ownLocales } = loaderData;
  return createPageMeta(args, {
    title,
    description,
    locales: ownLocales,
    about: (page) => [createPageData({ ...batch, title, summary: description }, page)],
  });
}

export default function BatchRoute({ loaderData }: Route.ComponentProps) {
  return "batch" in loaderData ? <BatchPage {...loaderData} /> : <LookupPage {...loaderData} />;
}
