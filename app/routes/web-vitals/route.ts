import { z } from "zod";
import { createEmptyResponse, readReport, refuseReading } from "#app/http/browser-report.ts";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { fixedPages } from "#app/i18n/site-map.ts";
import { formNames, forms } from "#app/services/api/contract/forms/forms.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { getHistogram } from "#app/services/runtime/metrics.ts";
import type { Route } from "./+types/route";

/** Route ids of pages (`app/routes.ts`). */
export const pageRoutes = [
  ...fixedPages.map(({ path }) => path.slice(1) || "home"),
  ...formNames.flatMap((form) => [forms[form].page.slice(1), `${form}-received`]),
  "batch-lookup",
  "plain-page",
  "certificate",
  "not-found",
  ...kinds.flatMap((kind) => [`${kind}-list`, `${kind}-info`]),
];

/** Matches the language prefix of route ids. The default language has none. */
const idPrefixPattern = new RegExp(`^(?:${localeCodes.map((code) => locales[code].prefix.slice(1)).join("|")})-`);

const durationSchema = z.number().min(0).max(600_000).optional();

/** Schema of the report that `measureVisit` sends. */
const visitSchema = z.object({
  route: z
    .string()
    .transform((id) => id.replace(idPrefixPattern, ""))
    .pipe(z.enum(pageRoutes)),
  language: z.enum(localeCodes.map((code) => locales[code].language)),
  LCP: durationSchema,
  INP: durationSchema,
});

const labelNames = ["route", "language"];
const histograms = {
  LCP: getHistogram({
    name: "web_vitals_lcp_seconds",
    help: "Time until browsers showed the largest content of the first page of a visit",
    labelNames,
    buckets: [1, 2.5, 4],
  }),
  INP: getHistogram({
    name: "web_vitals_inp_seconds",
    help: "Time until browsers showed the answer to nearly the slowest tap, click or key of a visit",
    labelNames,
    buckets: [0.1, 0.2, 0.5],
  }),
};

export const loader = refuseReading;

/** Records a visit's LCP and INP by route and language, without data about the visitor. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { LCP, INP, ...labels } = await readReport(args, visitSchema, "webVitals");
  if (LCP !== undefined) histograms.LCP.observe(labels, LCP / 1000);
  if (INP !== undefined) histograms.INP.observe(labels, INP / 1000);
  return createEmptyResponse(204);
}
