import { getCounter, getHistogram } from "#app/services/runtime/metrics.ts";
import type { Call } from "./client.ts";
import { endpoints } from "./contract/calls/endpoints.ts";
import { AbortedError, DataError, isBackendOutage, isBackendResponse, TimeoutError, TransportError } from "./errors.ts";

const calls = getCounter({
  name: "api_calls_total",
  help: "Calls of the API, by call and outcome: ok, aborted, or the name of the error",
  labelNames: ["endpoint", "outcome"],
});
const durations = getHistogram({
  name: "api_call_duration_seconds",
  help: "Duration of calls of the API, including retries",
  buckets: [0.05, 0.25, 1, 5],
});

/** Outcomes that alerts watch. */
const alertedOutcomes = [TransportError.name, TimeoutError.name, DataError.name];

/** Wraps calls with metrics, and remembers whether the last call reached the backend. */
export function measureCalls(call: Call) {
  let problem: string | undefined;
  // `rate()` ignores a series' first event, so each series starts at 0.
  for (const endpoint of Object.keys(endpoints))
    for (const outcome of alertedOutcomes) calls.inc({ endpoint, outcome }, 0);

  const measuredCall: Call = async (key, input, context) => {
    const stop = durations.startTimer();
    try {
      const data = await call(key, input, context);
      problem = undefined;
      calls.inc({ endpoint: key, outcome: "ok" });
      return data;
    } catch (error) {
      const { name } = error as Error;
      if (isBackendOutage(error)) problem = `the last call failed: ${name}`;
      else if (isBackendResponse(error)) problem = undefined;
      calls.inc({ endpoint: key, outcome: error instanceof AbortedError ? "aborted" : name });
      throw error;
    } finally {
      stop();
    }
  };
  return {
    call: measuredCall,
    /** @returns `undefined` if the last call reached the backend */
    getProblem: () => problem,
  };
}
