import type { FairQueue } from "../runtime/fair-queue.ts";
import type { Transport } from "./client.ts";

const neverAborts = new AbortController().signal;

/** Limits how many calls of a transport run at a time, including the reading of their bodies. */
export function createBoundedTransport(transport: Transport, queue: FairQueue): Transport {
  return (request, { signal } = { signal: neverAborts }) =>
    queue.run(
      "",
      async () => {
        const { status, statusText, headers, body } = await transport(request, { signal }).then(readResponse);
        return new Response(body, { status, statusText, headers });
      },
      signal,
    );
}

async function readResponse(response: Response) {
  const { status, statusText, headers } = response;
  return { status, statusText, headers, body: response.body && (await response.arrayBuffer()) };
}
