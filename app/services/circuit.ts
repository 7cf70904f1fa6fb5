import { endpointOf, endpoints, type EndpointKey } from "../contract/endpoints.ts";
import { gauge } from "../platform/metrics.ts";
import type { Call } from "./client.ts";
import { isAnswer, isBackendOutage } from "./errors.ts";

/** Outages in a row after which a call of the backend counts as dead. */
const maxFailures = 5;

/** Milliseconds between two tries that find out whether it is back, also where the try before has no answer yet. */
const pause = 3000;

const openCircuits = gauge({
  name: "api_circuit_open",
  help: "1 for calls that aren't made, since the owner's API failed them five times in a row",
  labelNames: ["endpoint"],
});

type Probe = PromiseWithResolvers<void>;

type Circuit = {
  failures: number;
  nextTry: number;
  lastError: unknown;
  /** The try that is under way; settles with it, however it ends. */
  probe?: Probe;
  /** Settles once the backend has answered, whoever asked. */
  recovered: PromiseWithResolvers<void>;
};

/**
 * Stops asking for what a backend can't give, call by call: after five outages in a row a reading call fails at once, with
 * the last error. Every three seconds one finds out whether the backend is back; those beside it wait for what it finds.
 * Writing calls aren't held up: the outbox has pauses of its own.
 * @param now a monotonic time in milliseconds
 */
export function withCircuit(call: Call, now: () => number = () => performance.now()): Call {
  const circuits = new Map<EndpointKey, Circuit>();
  for (const [endpoint, { method }] of Object.entries(endpoints)) {
    if (method === "GET") openCircuits.set({ endpoint }, 0);
  }

  function circuitOf(key: EndpointKey): Circuit {
    const circuit = circuits.get(key) ?? newCircuit();
    circuits.set(key, circuit);
    return circuit;
  }

  function succeed(key: EndpointKey, circuit: Circuit): void {
    circuit.failures = 0;
    openCircuits.set({ endpoint: key }, 0);
    circuit.recovered.resolve();
    circuit.recovered = Promise.withResolvers();
  }

  function fail(key: EndpointKey, circuit: Circuit, error: unknown): void {
    circuit.failures++;
    circuit.nextTry = now() + pause;
    circuit.lastError = error;
    if (isOpen(circuit)) openCircuits.set({ endpoint: key }, 1);
  }

  /** Waits where another finds out. @returns the probe that this call is, where it is the one that does */
  async function admit(circuit: Circuit, signal: AbortSignal | undefined): Promise<Probe | undefined> {
    while (isOpen(circuit)) {
      const { failures, probe } = circuit;
      if (now() >= circuit.nextTry) {
        circuit.nextTry = now() + pause;
        return (circuit.probe = Promise.withResolvers());
      }
      if (!probe) throw circuit.lastError;
      await untilAborted(Promise.race([probe.promise, circuit.recovered.promise]), signal);
      if (circuit.failures > failures) throw circuit.lastError;
    }
    return undefined;
  }

  function note(key: EndpointKey, circuit: Circuit, error: unknown, probe: Probe | undefined): void {
    if (isBackendOutage(error)) return fail(key, circuit, error);
    if (isAnswer(error)) return succeed(key, circuit);
    // Nothing was found out, as where its asker has left: the next one tries.
    if (probe) circuit.nextTry = now();
  }

  return async (key, input, context) => {
    if (endpointOf(key).method !== "GET") return call(key, input, context);
    const circuit = circuitOf(key);
    const probe = await admit(circuit, context.signal);
    try {
      const answer = await call(key, input, context);
      succeed(key, circuit);
      return answer;
    } catch (error) {
      note(key, circuit, error, probe);
      throw error;
    } finally {
      if (probe && circuit.probe === probe) delete circuit.probe;
      probe?.resolve();
    }
  };
}

function newCircuit(): Circuit {
  return { failures: 0, nextTry: 0, lastError: undefined, recovered: Promise.withResolvers() };
}

const isOpen = ({ failures }: Circuit) => failures >= maxFailures;

/** What `promise` settles with, or the signal's reason where that aborts before. */
async function untilAborted(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await promise);
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
