import type { Telemetry } from "../runtime/telemetry.ts";
import type { Call } from "./client.ts";

/** Wraps each call in a span, which the backend's own spans continue. */
export function traceCalls(call: Call, telemetry: Telemetry | undefined): Call {
  if (!telemetry) return call;
  return (key, input, context) =>
    telemetry.traceCall(`api ${key}`, (traceparent) => call(key, input, { ...context, traceparent }));
}
