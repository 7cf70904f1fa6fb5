import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type SilentProxy = {
  /** The address of what is behind it, by way of it. */
  url: string;
  /** From now on nothing gets through, in either direction, and nobody is told; or it does again. */
  setSilent(isSilent: boolean): void;
  stop(): void;
};

/** Stands in front of a server of `url`, and can be what a network is that loses everything. */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => isSilent || to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    setSilent(silent) {
      isSilent = silent;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
