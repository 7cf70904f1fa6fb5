import { getCounter, getGauge, getHistogram } from "../app/platform/metrics.ts";

const durations = getHistogram({
  name: "http_request_duration_seconds",
  help: "Requests from their headers to the end of their answer, by method, pattern of the address and status",
  labelNames: ["method", "route", "status"],
  buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

type Duration = ReturnType<typeof durations.labels>;
const durationsByLabels = new Map<string, Duration>();

/** Records one request in the histogram. @param seconds from its headers to the end of its response */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  getDuration(method, route, status).observe(seconds);
}

function getDuration(method: string, route: string, status: number): Duration {
  const key = `${method} ${status} ${route}`;
  let child = durationsByLabels.get(key);
  if (!child) durationsByLabels.set(key, (child = durations.labels(method, route, String(status))));
  return child;
}

const pageResponses = getCounter({
  name: "page_cache_responses_total",
  help: "Pages by where they came from: fresh or stale from the cache, new, or own where nothing may be shared",
  labelNames: ["state"],
});

const pageResponsesByState = {
  fresh: pageResponses.labels("fresh"),
  stale: pageResponses.labels("stale"),
  new: pageResponses.labels("new"),
  own: pageResponses.labels("own"),
};

export function countPageResponse(state: keyof typeof pageResponsesByState): void {
  pageResponsesByState[state].inc();
}

export const staleAges = getHistogram({
  name: "page_cache_stale_age_seconds",
  help: "How old the pages were that were served stale",
  buckets: [60, 120, 300, 600, 1800, 3600, 4 * 3600, 24 * 3600],
});

export const renewals = getCounter({
  name: "page_cache_renewals_total",
  help: "Pages of the cache that were made anew, by whether that went well",
  labelNames: ["outcome"],
});

/** Names the build and Node in the metrics. */
export function exposeBuild(buildId: string): void {
  getGauge({ name: "build_info", help: "1 for the build of this node", labelNames: ["build", "node"] }).set(
    { build: buildId, node: process.versions.node },
    1,
  );
}

/** Starts all series that alerts use at 0, because `rate()` ignores the first event of a new series. */
export function declareMetrics(routes: readonly { pattern: string; hasAction: boolean }[]): void {
  for (const outcome of ["renewed", "failed"]) renewals.inc({ outcome }, 0);
  for (const child of Object.values(pageResponsesByState)) child.inc(0);
  for (const { pattern: route, hasAction } of [...routes, { pattern: "none", hasAction: true }]) {
    for (const status of [500, 503]) durations.zero({ method: "GET", route, status });
    if (!hasAction) continue;
    for (const status of [429, 500, 503]) durations.zero({ method: "POST", route, status });
  }
}
