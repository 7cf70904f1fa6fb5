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
 * The metrics of this process, as Prometheus reads them: the registry of prom-client, which the build and the server
 * share although each holds a copy of this module. Asking for a metric again gives the one that is there.
 */
export function counter<Label extends string>(configuration: CounterConfiguration<Label>): Counter<Label> {
  return (register.getSingleMetric(configuration.name) as Counter<Label>) ?? new Counter(configuration);
}

/** A value that goes up and down, or that `collect` reads when it is asked for. */
export function gauge<Label extends string>(configuration: GaugeConfiguration<Label>): Gauge<Label> {
  return (register.getSingleMetric(configuration.name) as Gauge<Label>) ?? new Gauge(configuration);
}

/** Durations and ages, in seconds, counted into `buckets`. */
export function histogram<Label extends string>(configuration: HistogramConfiguration<Label>): Histogram<Label> {
  return (register.getSingleMetric(configuration.name) as Histogram<Label>) ?? new Histogram(configuration);
}

/** Starts what Node says of itself: CPU, memory, event loop delay. Once a process. */
export function collectProcessMetrics(): void {
  if (!register.getSingleMetric("nodejs_eventloop_lag_seconds")) collectDefaultMetrics();
}

/** Everything that is measured, in the text format of Prometheus. */
export async function metricsText(): Promise<{ type: string; text: string }> {
  return { type: register.contentType, text: await register.metrics() };
}

export type { Gauge } from "prom-client";
