import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Transport } from "../../app/services/api/client.ts";

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
  const server: Server = createServer((incoming, response) => {
    response.once("close", () => {
      if (!response.writableFinished) for (const listener of listeners) listener(incoming.url!.replace(/\?.*/, ""));
    });
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const headers = new Headers(Object.entries(incoming.headers) as [string, string][]);
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const request = new Request(url, { method: incoming.method, headers, ...(body.length > 0 && { body }) });
      requests.push(request);
      transport(request).then(
        async (result) => {
          response.writeHead(result.status, Object.fromEntries(result.headers));
          response.end(Buffer.from(await result.arrayBuffer()));
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    onClose: (listener) => void listeners.push(listener),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
