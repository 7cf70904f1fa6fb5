import { endpoints } from "./contract/endpoints.ts";
import { getCounter, getHistogram } from "../runtime/metrics.ts";
import type { Call } from "./client.ts";
import {
  AbortedError,
  BusyError,
  DataError,
  EnvelopeError,
  isBackendResponse,
  isBackendOutage,
  TimeoutError,
  TransportError,
  UnauthorizedError,
} from "./errors.ts";

const calls = getCounter({
  name: "api_calls_total",
  help: "Calls of the API, by call and outcome: ok, aborted, or the name of the error",
  labelNames: ["endpoint", "outcome"],
});
const durations = getHistogram({
  name: "api_call_duration_seconds",
  help: "Duration of calls of the API, including retries",
  labelNames: ["endpoint"],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50],
});

export type MeasuredCalls = {
  call: Call;
  /** Why the backend is unavailable, according to the last call; `undefined` if it is available. */
  getProblem(): string | undefined;
};

/** Outcomes of a call: `ok`, `aborted` if the caller left, or the name of an error. */
const outcomes = [
  "ok",
  "aborted",
  TransportError.name,
  TimeoutError.name,
  BusyError.name,
  EnvelopeError.name,
  UnauthorizedError.name,
  DataError.name,
];

/** Wraps calls with metrics, and remembers whether the last one reached the backend. */
export function measureCalls(call: Call): MeasuredCalls {
  let problem: string | undefined;
  // Series start at 0, because `rate()` ignores the first event of a new series.
  for (const endpoint of Object.keys(endpoints)) for (const outcome of outcomes) calls.inc({ endpoint, outcome }, 0);
  const measuredCall: Call = async (key, input, context) => {
    const stop = durations.startTimer({ endpoint: key });
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
  return { call: measuredCall, getProblem: () => problem };
}
