import type { FairQueue } from "../platform/fair-queue.ts";
import type { Transport } from "./client.ts";

const neverAborts = new AbortController().signal;

/** A transport with few calls under way at a time, each from its beginning to the last byte of its answer. */
export function boundedTransport(transport: Transport, queue: FairQueue): Transport {
  return (request, { signal } = { signal: neverAborts }) =>
    queue.run(
      "",
      async () => {
        const { status, statusText, headers, body } = await transport(request, { signal }).then(read);
        return new Response(body, { status, statusText, headers });
      },
      signal,
    );
}

async function read(response: Response) {
  const { status, statusText, headers } = response;
  return { status, statusText, headers, body: response.body && (await response.arrayBuffer()) };
}
