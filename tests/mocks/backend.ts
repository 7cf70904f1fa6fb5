import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Transport } from "#app/services/api/client.ts";

/** Starts an HTTP server on loopback as an owner's backend. `transport` responds to its requests. */
export async function startBackend(transport: Transport): Promise<{
  origin: string;
  requests: Request[];
  /** Calls `listener` with the path of each request whose connection closes before the response. */
  onClose(listener: (path: string) => unknown): void;
  stop(): Promise<void>;
}> {
  const requests: Request[] = [];
  const listeners: ((path: string) => unknown)[] = [];
  const server = createServer(async (incoming, response) => {
    response.once("close", () => {
      if (!response.writableFinished) for (const listener of listeners) listener(incoming.url!.replace(/\?.*/, ""));
    });
    const headers = new Headers(Object.entries(incoming.headers) as [string, string][]);
    try {
      const body = await buffer(incoming);
      const options = { method: incoming.method, headers, ...(body.length > 0 && { body }) };
      const request = new Request(`http://${incoming.headers.host}${incoming.url}`, options);
      requests.push(request);
      const result = await transport(request);
      response.writeHead(result.status, Object.fromEntries(result.headers));
      response.end(Buffer.from(await result.arrayBuffer()));
    } catch {
      response.destroy();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    onClose: (listener) => void listeners.push(listener),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
