import { register } from "prom-client";

/**
 * Removes gauges that an earlier site of the same process exposed. Other metrics must stay, because their modules
 * register them only once for all test files of a worker.
 */
export function removeMetrics(names: readonly string[]): void {
  for (const name of names) register.removeSingleMetric(name);
}
