import type { Server } from "node:http";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../app/platform/log.ts";
import type { Limits } from "./limits.ts";

export type Shutdown = { isStopping(): boolean };

/**
 * Ends the process on SIGTERM and SIGINT with exit code 0: what is being served is finished, within ten seconds.
 *
 * First the process only says so: it isn't ready, and every answer closes its connection. For a moment it still takes
 * requests, so that whoever balances load can notice, and so that no client writes into a connection that is just being
 * closed. Then it takes no more, closes what is idle, and waits for the rest. A second signal ends it at once.
 * @param close called when all is served, before the process ends
 */
export function stopOnSignal(
  server: Server,
  limits: Limits,
  log: Log,
  close: () => Promise<void>,
  exit: (code: number) => void,
): Shutdown {
  let isStopping = false;
  async function stop(signal: NodeJS.Signals) {
    if (isStopping) return exit(0);
    isStopping = true;
    log.info({ signal }, "stopping");
    const deadline = setTimeout(() => {
      log.warn("not everything was finished in time");
      exit(0);
    }, limits.shutdownTime);
    // Who presses Ctrl-C has nobody to tell.
    if (signal === "SIGTERM") await sleep(limits.drainTime);
    // Right after connections were accepted: what waits to be accepted would be reset.
    await turn();
    // A connection whose answer has just been sent is idle a moment later.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearInterval(idle);
      // The deadline holds for this, too.
      void close()
        .catch((error: unknown) => log.error({ err: error }, "not closed cleanly"))
        .finally(() => {
          clearTimeout(deadline);
          exit(0);
        });
    });
    server.closeIdleConnections();
  }
  process.on("SIGTERM", stop).on("SIGINT", stop);
  return { isStopping: () => isStopping };
}
