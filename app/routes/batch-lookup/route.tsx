import { data } from "react-router";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import { LookupPage } from "#app/components/search/lookup-page.tsx";
import type { Handle } from "#app/handle.ts";
import { getT } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import { loadLookupPage, redirectToBatch } from "#app/loaders/batch-lookups.server.ts";
import { hasBatches } from "#app/loaders/batches.server.ts";
import type { Route } from "./+types/route";
import { NotePage } from "./note-page.tsx";
import { lookUpText } from "./note.server.ts";

export const handle = { messages: ["info", "batch"], query: ["number"] } satisfies Handle;

/** Redirects a single number to its batch. Several numbers are looked up as a delivery note. */
export async function loader(args: Route.LoaderArgs) {
  const { context, url } = args;
  if (!(await hasBatches(context))) throw notFound(args);
  const typedText = url.searchParams.get("number");
  const { batch, note, headers, ...lookup } = await lookUpText(context, typedText ?? "");
  if (batch) throw redirectToBatch(batch.id, splitLocale(url.pathname).locale, 302);
  if (typedText !== null && lookup.number === "") return loadLookupPage(context, { number: "", problem: "empty" });
  if (!note) return loadLookupPage(context, lookup, headers);
  const t = getT(context, "batch");
  return data({ note, number: lookup.number, title: t("note.title"), description: t("prompt") }, { headers });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  // Search engines index only the empty form.
  const isHidden = "note" in loaderData || loaderData.number !== "" || loaderData.problem !== undefined;
  return createPageMeta(args, { title, description, isHidden });
}

export default function BatchLookup({ loaderData }: Route.ComponentProps) {
  return "note" in loaderData ? <NotePage {...loaderData} /> : <LookupPage {...loaderData} />;
}
