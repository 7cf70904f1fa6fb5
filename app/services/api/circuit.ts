import { getGauge } from "#app/services/runtime/metrics.ts";
import type { Call } from "./client.ts";
import { getEndpoint, type EndpointKey } from "./contract/calls/endpoints.ts";
import { isBackendResponse, isBackendUnavailable } from "./errors.ts";

const maxFailures = 5;

/** Milliseconds between probes of an open circuit, even while one is running. */
const probeIntervalMs = 3000;

const openCircuitGauge = getGauge({
  name: "api_circuit_open",
  help: "1 while the circuit of a call is open after five consecutive outages, otherwise 0",
  labelNames: ["endpoint"],
});

type Circuit = { failures: number; nextProbe: number; lastError: unknown };

/**
 * Wraps calls with a circuit for each endpoint. After five consecutive outages, GET calls fail at once, except a probe
 * every three seconds. POST calls are always made, because the outbox delays them itself.
 */
export function withCircuitBreaker(call: Call, now: () => number = () => performance.now()): Call {
  const circuits = new Map<EndpointKey, Circuit>();

  function update(endpoint: EndpointKey, circuit: Circuit): void {
    circuits.set(endpoint, circuit);
    openCircuitGauge.set({ endpoint }, circuit.failures >= maxFailures ? 1 : 0);
  }

  return async (key, input, context) => {
    if (getEndpoint(key).method !== "GET") return call(key, input, context);
    const { failures, nextProbe, lastError } = circuits.get(key) ?? { failures: 0, nextProbe: 0, lastError: undefined };
    const isOpen = failures >= maxFailures;
    if (isOpen && now() < nextProbe) throw lastError;
    if (isOpen) update(key, { failures, nextProbe: now() + probeIntervalMs, lastError });
    const close = () => update(key, { failures: 0, nextProbe: 0, lastError: undefined });
    try {
      const data = await call(key, input, context);
      close();
      return data;
    } catch (error) {
      if (isBackendUnavailable(error)) {
        const count = (circuits.get(key)?.failures ?? 0) + 1;
        update(key, { failures: count, nextProbe: now() + probeIntervalMs, lastError: error });
      } else if (isBackendResponse(error)) close();
      // A probe without a result, perhaps because its caller left, is repeated by the next call.
      else if (isOpen) update(key, { failures, nextProbe: now(), lastError });
      throw error;
    }
  };
}
