import { counter, histogram } from "../app/platform/metrics.ts";
import { RequestDurations } from "../app/platform/request-durations.ts";

export const requests = new RequestDurations({
  name: "http_request_duration_seconds",
  help: "Requests from their headers to the end of their answer, by method, pattern of the address and status",
  buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

/** `fresh`, `stale` and `new` as in `page-cache.ts`; `own` where a visitor's page is nobody else's. Counted in place. */
export const pageAnswers = { fresh: 0, stale: 0, new: 0, own: 0 };

const answers = counter({
  name: "page_cache_answers_total",
  help: "Pages by where they came from: fresh or stale from the cache, new, or own where nothing may be shared",
  labelNames: ["state"],
  collect() {
    answers.reset();
    for (const [state, count] of Object.entries(pageAnswers)) answers.inc({ state }, count);
  },
});

export const staleAges = histogram({
  name: "page_cache_stale_age_seconds",
  help: "How old the pages were that were served stale",
  buckets: [60, 120, 300, 600, 1800, 3600, 4 * 3600, 24 * 3600],
});

export const renewals = counter({
  name: "page_cache_renewals_total",
  help: "Pages of the cache that were made anew, by whether that went well",
  labelNames: ["outcome"],
});

export const unhandledErrors = counter({
  name: "unhandled_errors_total",
  help: "Errors that nothing in the process expected; each is in the log",
  labelNames: ["kind"],
});

/** Has all that alerts look at begin at 0: a rate sees nothing of a series that begins with its first event. */
export function declareMetrics(routes: readonly { pattern: string; hasAction: boolean }[]): void {
  for (const kind of ["rejection", "exception"]) unhandledErrors.inc({ kind }, 0);
  for (const outcome of ["renewed", "failed"]) renewals.inc({ outcome }, 0);
  for (const { pattern, hasAction } of [...routes, { pattern: "none", hasAction: true }]) {
    requests.declare("GET", pattern, [500, 503]);
    if (hasAction) requests.declare("POST", pattern, [429, 500, 503]);
  }
}
