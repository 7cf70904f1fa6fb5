import { register } from "prom-client";

/**
 * Removes gauges that an earlier site of the same process exposed. All others stay: their modules register them once
 * for every test file of a worker.
 */
export function removeMetrics(names: readonly string[]): void {
  for (const name of names) register.removeSingleMetric(name);
}
