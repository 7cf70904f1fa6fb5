import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Starts a proxy in front of a server. It can simulate a network that loses everything. */
export async function startSilentProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => isSilent || to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** URL of the server through the proxy. */
    url: Object.assign(new URL(url), { port: String(port) }).href,
    /** Starts or stops dropping all bytes in both directions, without closing connections. */
    setSilent: (value: boolean) => void (isSilent = value),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
