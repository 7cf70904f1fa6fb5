import { getCounter, getGauge, getHistogram } from "#app/services/runtime/metrics.ts";
import type { RouteClass } from "./exchange.ts";

const durations = getHistogram({
  name: "http_request_duration_seconds",
  help: "Time from the headers of a request to the end of its response, by method, kind of route and class of status",
  labelNames: ["method", "route", "status"],
  buckets: [0.25, 1, 2.5],
});

const methodClasses: Readonly<Record<string, string>> = { GET: "GET", HEAD: "GET", POST: "POST" };

/** @param seconds from the request's headers to the end of its response */
export function observeRequest(method: string, route: RouteClass, status: number, seconds: number): void {
  durations.observe({ method: methodClasses[method] ?? "other", route, status: getStatusClass(status) }, seconds);
}

/** Returns `2xx` to `5xx`. 429 stays separate, because an alert counts it. */
function getStatusClass(status: number): string {
  return status === 429 ? "429" : `${Math.floor(status / 100)}xx`;
}

export const pageResponses = getCounter({
  name: "page_cache_responses_total",
  help: "Pages by origin: fresh or stale from the cache, new, or own if rendered for one visitor alone",
  labelNames: ["state"],
});

export const staleAges = getHistogram({
  name: "page_cache_stale_age_seconds",
  help: "Age of the pages that were served stale",
  buckets: [120, 600, 3600, 4 * 3600],
});

export const renewals = getCounter({
  name: "page_cache_renewals_total",
  help: "Renewals of cached pages, by outcome",
  labelNames: ["outcome"],
});

export function exposeBuild(buildId: string): void {
  getGauge({
    name: "build_info",
    help: "Always 1; the labels are the build and the Node version of this node",
    labelNames: ["build", "node"],
  }).set({ build: buildId, node: process.versions.node }, 1);
}

/** Starts alerted series at 0, because `rate()` ignores a new series' first event. */
export function declareMetrics(): void {
  for (const outcome of ["renewed", "failed"]) renewals.inc({ outcome }, 0);
  for (const state of ["fresh", "stale", "new", "own"]) pageResponses.inc({ state }, 0);
  durations.zero({ method: "GET", route: "page", status: "5xx" });
  for (const status of ["429", "5xx"]) durations.zero({ method: "POST", route: "page", status });
}
