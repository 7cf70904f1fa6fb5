import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Lets a server listen until the end of the test. @returns its port on 127.0.0.1 */
export async function listen(server: Server | RequestListener): Promise<number> {
  const listening = typeof server === "function" ? createServer(server) : server;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return (listening.address() as AddressInfo).port;
}
