import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { http } from "msw";
import { endpoints, type EndpointKey } from "../../app/contract/endpoints.ts";
import type { Transport } from "../../app/services/client.ts";

/** msw handlers for every call of the endpoint table at `origin`, answered by `door`. */
export function mockBackend(origin: string, door: Transport) {
  return (Object.keys(endpoints) as EndpointKey[]).map((key) => {
    const { method, path } = endpoints[key];
    const on = method === "GET" ? http.get : http.post;
    return on(origin + path, ({ request }) => door(request));
  });
}

/** A real HTTP server on loopback that answers by `door`: an owner's backend, as far as the site can tell. */
export async function startBackend(door: Transport): Promise<{
  origin: string;
  requests: Request[];
  /** Has `listener` told the path of each request whose connection is closed before it is answered. */
  onClose(listener: (path: string) => unknown): void;
  stop(): Promise<void>;
}> {
  const requests: Request[] = [];
  const listeners: ((path: string) => unknown)[] = [];
  const server: Server = createServer((incoming, response) => {
    response.once("close", () => {
      if (!response.writableFinished) for (const tell of listeners) tell(incoming.url!.replace(/\?.*/, ""));
    });
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const headers = new Headers(Object.entries(incoming.headers) as [string, string][]);
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      const request = new Request(url, { method: incoming.method, headers, ...(body.length > 0 && { body }) });
      requests.push(request);
      door(request).then(
        async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          response.end(Buffer.from(await answer.arrayBuffer()));
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    onClose: (listener) => void listeners.push(listener),
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
