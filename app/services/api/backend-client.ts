import type { FairQueue } from "#app/services/runtime/fair-queue.ts";
import { createMeasuredQueue } from "#app/services/runtime/measured-queue.ts";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { readUpTo } from "#app/services/runtime/web/request-limits.ts";
import { measureCalls } from "./call-metrics.ts";
import { withCircuitBreaker } from "./circuit.ts";
import { createClient, type ClientOptions, type Transport } from "./client.ts";
import { isEndpointKey } from "./contract/calls/endpoints.ts";
import { ResponseTooLargeError } from "./errors.ts";
import { createTokenMemory } from "./token-memory.ts";

/** Maximum bytes of a response, because parsing blocks other requests. 10,000 rows need fewer. */
export const maxResponseBytes = 8_000_000;

export const callLimits = { maxActive: 300, maxWaiting: 1000, maxWaitingPerSender: 1000 };

export function createBackendClient(options: Omit<ClientOptions, "transport">) {
  for (const key of Object.keys(options.paths ?? {})) {
    // The specification prescribes this wording.
    if (!isEndpointKey(key)) console.warn("api key not found", key);
  }
  const transport = createBoundedTransport(httpFetch, createMeasuredQueue("api-calls", callLimits));
  const { call, getProblem } = measureCalls(createClient({ ...options, transport }));
  const tokens = createTokenMemory();
  return { call: tokens.wrap(withCircuitBreaker(call)), getProblem, tokens };
}

/** Limits the size of bodies, and the number of concurrent calls. A call ends when its body has been read. */
export function createBoundedTransport(transport: Transport, queue: FairQueue): Transport {
  return (request, options) =>
    queue.run(
      options?.network ?? "",
      async () => {
        const response = await transport(request, options);
        const { status, statusText, headers } = response;
        const body = response.body && (await readUpTo(response.body, maxResponseBytes));
        if (body === undefined) throw new ResponseTooLargeError(maxResponseBytes);
        return new Response(body, { status, statusText, headers });
      },
      options?.signal,
    );
}
