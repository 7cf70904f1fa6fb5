import { endpointOf } from "../contract/endpoints.ts";
import type { Call } from "./client.ts";
import { isOutage } from "./errors.ts";

/** Failures in a row after which a backend counts as dead. */
const mostFailures = 5;

/** Milliseconds between two calls that find out whether a dead backend is back. */
const pause = 3000;

/**
 * Stops asking a dead backend: after five outages in a row reading calls fail at once, with the last error, and one every
 * three seconds finds out whether it is back. Writing calls aren't held up: the outbox has pauses of its own.
 */
export function withCircuit(call: Call, now: () => number = Date.now): Call {
  let failures = 0;
  let nextTry = 0;
  let lastError: unknown;
  return async (key, input, context) => {
    if (endpointOf(key).method === "GET" && failures >= mostFailures) {
      if (now() < nextTry) throw lastError;
      nextTry = now() + pause;
    }
    try {
      const data = await call(key, input, context);
      failures = 0;
      return data;
    } catch (error) {
      if (!isOutage(error)) {
        failures = 0;
        throw error;
      }
      failures++;
      nextTry = now() + pause;
      lastError = error;
      throw error;
    }
  };
}
