import { getEndpoint, endpoints, type EndpointKey } from "./contract/endpoints.ts";
import { getGauge } from "../runtime/metrics.ts";
import type { Call } from "./client.ts";
import { isBackendResponse, isBackendOutage } from "./errors.ts";

/** After this many consecutive outages the circuit of a call opens. */
const maxFailures = 5;

/** Milliseconds between two probes of an open circuit, even if the previous probe is still running. */
const probeIntervalMs = 3000;

const openCircuits = getGauge({
  name: "api_circuit_open",
  help: "1 while the circuit of a call is open after five consecutive outages, otherwise 0",
  labelNames: ["endpoint"],
});

type Probe = PromiseWithResolvers<void>;

type Circuit = {
  failures: number;
  nextProbe: number;
  lastError: unknown;
  /** The running probe. It settles when the probe ends, whatever its result. */
  probe?: Probe;
  /** Settles when the backend responds to any call. */
  recovered: PromiseWithResolvers<void>;
};

/**
 * Wraps calls with a circuit breaker for each endpoint: after five consecutive outages a GET call fails at once
 * with the last error. Every three seconds one call probes the backend, and concurrent calls wait for its result.
 * POST calls aren't affected, because the outbox has its own retry delays.
 * @param now monotonic clock in milliseconds
 */
export function withCircuitBreaker(call: Call, now: () => number = () => performance.now()): Call {
  const circuits = new Map<EndpointKey, Circuit>();
  for (const [endpoint, { method }] of Object.entries(endpoints)) {
    if (method === "GET") openCircuits.set({ endpoint }, 0);
  }

  function getCircuit(key: EndpointKey): Circuit {
    const circuit = circuits.get(key) ?? createCircuit();
    circuits.set(key, circuit);
    return circuit;
  }

  function succeed(key: EndpointKey, circuit: Circuit): void {
    circuit.failures = 0;
    openCircuits.set({ endpoint: key }, 0);
    circuit.recovered.resolve();
    circuit.recovered = Promise.withResolvers();
  }

  function recordFailure(key: EndpointKey, circuit: Circuit, error: unknown): void {
    circuit.failures++;
    circuit.nextProbe = now() + probeIntervalMs;
    circuit.lastError = error;
    if (isOpen(circuit)) openCircuits.set({ endpoint: key }, 1);
  }

  /** Waits while another call probes the backend. @returns a probe if this call should probe the backend itself */
  async function acquireProbe(circuit: Circuit, signal: AbortSignal | undefined): Promise<Probe | undefined> {
    while (isOpen(circuit)) {
      const { failures, probe } = circuit;
      if (now() >= circuit.nextProbe) {
        circuit.nextProbe = now() + probeIntervalMs;
        return (circuit.probe = Promise.withResolvers());
      }
      if (!probe) throw circuit.lastError;
      await rejectOnAbort(Promise.race([probe.promise, circuit.recovered.promise]), signal);
      if (circuit.failures > failures) throw circuit.lastError;
    }
    return undefined;
  }

  function recordError(key: EndpointKey, circuit: Circuit, error: unknown, probe: Probe | undefined): void {
    if (isBackendOutage(error)) return recordFailure(key, circuit, error);
    if (isBackendResponse(error)) return succeed(key, circuit);
    // The probe gave no result, for example because its caller left. The next call probes again.
    if (probe) circuit.nextProbe = now();
  }

  return async (key, input, context) => {
    if (getEndpoint(key).method !== "GET") return call(key, input, context);
    const circuit = getCircuit(key);
    const probe = await acquireProbe(circuit, context.signal);
    try {
      const data = await call(key, input, context);
      succeed(key, circuit);
      return data;
    } catch (error) {
      recordError(key, circuit, error, probe);
      throw error;
    } finally {
      if (probe && circuit.probe === probe) delete circuit.probe;
      probe?.resolve();
    }
  };
}

function createCircuit(): Circuit {
  return { failures: 0, nextProbe: 0, lastError: undefined, recovered: Promise.withResolvers() };
}

const isOpen = ({ failures }: Circuit) => failures >= maxFailures;

/** Awaits `promise`; rejects with the signal's reason if that aborts first. */
async function rejectOnAbort(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await promise);
  const abortion = Promise.withResolvers<never>();
  const onAbort = () => abortion.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    await Promise.race([promise, abortion.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
