import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Lets a server listen until the end of the test. @returns its port on 127.0.0.1 */
export async function listen(server: Server | RequestListener): Promise<number> {
  const listeningServer = typeof server === "function" ? createServer(server) : server;
  await new Promise<void>((resolve) => listeningServer.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listeningServer.closeAllConnections();
    listeningServer.close();
  });
  return (listeningServer.address() as AddressInfo).port;
}
