import { createServer } from "node:net";

/** A port that nothing listens on, below those that connections are given, so that it is still free after a restart. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 28_000 + Math.floor(Math.random() * 4000);
    const isFree = await new Promise<boolean>((done) => {
      const probe = createServer()
        .once("error", () => done(false))
        .listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
  throw new Error("no free port");
}
