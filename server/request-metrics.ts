import { counter, histogram } from "../app/platform/metrics.ts";

const durations = histogram({
  name: "http_request_duration_seconds",
  help: "Requests from their headers to the end of their answer, by method, pattern of the address and status",
  labelNames: ["method", "route", "status"],
  buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

type Duration = ReturnType<typeof durations.labels>;
const children = new Map<string, Duration>();

/** Counts one request. Its labels are looked up once. @param seconds from its headers to the end of its answer */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  durationOf(method, route, status).observe(seconds);
}

function durationOf(method: string, route: string, status: number): Duration {
  const key = `${method} ${status} ${route}`;
  let child = children.get(key);
  if (!child) children.set(key, (child = durations.labels(method, route, String(status))));
  return child;
}

export const pageAnswers = counter({
  name: "page_cache_answers_total",
  help: "Pages by where they came from: fresh or stale from the cache, new, or own where nothing may be shared",
  labelNames: ["state"],
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
  for (const state of ["fresh", "stale", "new", "own"]) pageAnswers.inc({ state }, 0);
  for (const { pattern: route, hasAction } of [...routes, { pattern: "none", hasAction: true }]) {
    for (const status of [500, 503]) durations.zero({ method: "GET", route, status });
    if (!hasAction) continue;
    for (const status of [429, 500, 503]) durations.zero({ method: "POST", route, status });
  }
}
