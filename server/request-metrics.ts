import { getCounter, getGauge, getHistogram } from "../app/services/runtime/metrics.ts";

const durations = getHistogram({
  name: "http_request_duration_seconds",
  help: "Time from the headers of a request to the end of its response, by method, route pattern and status",
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
  help: "Pages by origin: fresh or stale from the cache, new, or own if rendered for one visitor alone",
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
  help: "Age of the pages that were served stale",
  buckets: [60, 120, 300, 600, 1800, 3600, 4 * 3600, 24 * 3600],
});

export const renewals = getCounter({
  name: "page_cache_renewals_total",
  help: "Renewals of cached pages, by outcome",
  labelNames: ["outcome"],
});

/** Exposes the build and the Node version as a metric. */
export function exposeBuild(buildId: string): void {
  getGauge({
    name: "build_info",
    help: "Always 1; the labels are the build and the Node version of this node",
    labelNames: ["build", "node"],
  }).set({ build: buildId, node: process.versions.node }, 1);
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
