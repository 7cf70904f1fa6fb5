import type { LoaderFunctionArgs } from "react-router";
import { getKindOfPath, readId } from "#app/http/params.ts";
import { getApi, getT } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { getLocalesByLanguages } from "#app/i18n/locales.ts";
import { loadBatches } from "#app/loaders/batches.server.ts";
import { joinMeasures } from "#app/loaders/cards.ts";
import { getRestriction } from "#app/loaders/restrictions.server.ts";
import { loadKindSettings, loadKindsInUse } from "#app/loaders/site.server.ts";
import { matchResults } from "#app/services/api/contract/batches/lab-limits.ts";

export type InfoData = Awaited<ReturnType<typeof loadItem>>;

/** Loads an item of the kind in the path. */
export async function loadItem(args: LoaderFunctionArgs) {
  const { context, params, url } = args;
  const id = readId(params["id"] ?? "");
  const kind = getKindOfPath(url.pathname);
  if (!id || !kind) throw notFound(args);
  const api = getApi(context);
  // The page works without neighbours, batches and the kind's words, so the calls for these may fail.
  const neighboursOrNone = api.optional(api.content.neighbours(kind, id));
  const parts = Promise.all([neighboursOrNone, loadKindSettings(api, kind), loadKindsInUse(api)]);
  const batches = loadBatches(context, kind, id);
  const info = await api.content.info(kind, id);
  const [neighbours = { prev: null, next: null }, words, kindsInUse] = await parts;
  if (!kindsInUse.includes(kind)) throw notFound(args);
  const t = getT(context, "loader");
  const { latest, ...otherBatches } = await batches;
  return {
    kind,
    item: {
      ...info,
      warnings: info.warnings.map(joinMeasures),
      related: info.related.filter((ref) => kindsInUse.includes(ref.kind)),
    },
    neighbours,
    ...otherBatches,
    latest: latest && { id: latest.id, proof: latest.proof },
    values: matchResults(latest?.results ?? [], "specs" in info ? info.specs : []),
    labels: words?.labels ?? [],
    supply: { label: t("supply.label"), value: kind === "product" && getRestriction(t, info) },
    hasFormulas: kind === "product" && kindsInUse.includes("prescription"),
    ownLocales: getLocalesByLanguages(info.languages),
  };
}
