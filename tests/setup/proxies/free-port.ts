import { createServer } from "node:net";

/**
 * Returns a free port below the ephemeral range, so that no outgoing connection takes the port while its server
 * restarts.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 28_000 + Math.floor(Math.random() * 4000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once("error", () => resolve(false))
        .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Error("no free port");
}
