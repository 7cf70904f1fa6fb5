import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  register,
  type CounterConfiguration,
  type GaugeConfiguration,
  type HistogramConfiguration,
} from "prom-client";

/**
 * Returns the existing metric, or creates it. In development a module may load twice, and prom-client rejects
 * duplicates.
 */
export function getCounter<Label extends string>(configuration: CounterConfiguration<Label>): Counter<Label> {
  return (register.getSingleMetric(configuration.name) as Counter<Label>) ?? new Counter(configuration);
}

export function getGauge<Label extends string>(configuration: GaugeConfiguration<Label>): Gauge<Label> {
  return (register.getSingleMetric(configuration.name) as Gauge<Label>) ?? new Gauge(configuration);
}

export function getHistogram<Label extends string>(configuration: HistogramConfiguration<Label>): Histogram<Label> {
  return (register.getSingleMetric(configuration.name) as Histogram<Label>) ?? new Histogram(configuration);
}

/** Default metrics that have many series and aren't used. */
const unusedMetrics = [
  "nodejs_gc_duration_seconds",
  "nodejs_active_handles",
  "nodejs_active_resources",
  ...["size_total", "size_used", "size_available"].map((name) => `nodejs_heap_space_${name}_bytes`),
];

export function collectProcessMetrics(): void {
  if (register.getSingleMetric("nodejs_eventloop_lag_seconds")) return;
  collectDefaultMetrics();
  for (const name of unusedMetrics) register.removeSingleMetric(name);
}

export async function formatMetrics(): Promise<{ type: string; text: string }> {
  return { type: register.contentType, text: await register.metrics() };
}
