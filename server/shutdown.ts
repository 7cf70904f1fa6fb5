import type { Server } from "node:http";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { Log } from "#app/services/runtime/log.ts";
import type { Limits } from "./requests/limits.ts";

const repetitionMs = 1000;

export type Shutdown = ReturnType<typeof createShutdown>;

/**
 * Ends the process after SIGTERM or SIGINT. First `/readyz` reports the stop, and every response closes its connection.
 * New requests are accepted for `drainDelay`, so that a load balancer can notice. A second signal ends the process at
 * once. Signals within a second count as one, because npm repeats the signal of Ctrl-C.
 */
export function createShutdown(
  server: Server,
  limits: Limits,
  log: Log,
  close: () => Promise<void>,
  exit: (code: number) => void,
) {
  let isStopping = false;

  /** Ends the process after the current responses have finished. */
  async function stop(exitCode: number, drainTime = limits.drainDelay) {
    isStopping = true;
    const deadline = setTimeout(() => {
      log.warn("shutdown timed out before all work was finished");
      exit(exitCode);
    }, limits.shutdownTimeout);
    await sleep(drainTime);
    // Connections in the accept queue would be reset, so the server accepts once more.
    await turn();
    // Repeated, because a connection becomes idle shortly after its response.
    const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearInterval(idleTimer);
      // The deadline covers this step too.
      void close()
        .catch((error: unknown) => log.error({ err: error }, "not closed cleanly"))
        .finally(() => {
          clearTimeout(deadline);
          exit(exitCode);
        });
    });
    server.closeIdleConnections();
  }
  let signalledAt = 0;
  async function onSignal(signal: NodeJS.Signals) {
    if (isStopping) return performance.now() - signalledAt < repetitionMs ? undefined : exit(0);
    signalledAt = performance.now();
    log.info({ signal }, "stopping");
    // After Ctrl-C there is no load balancer to wait for.
    await stop(0, signal === "SIGTERM" ? limits.drainDelay : 0);
  }
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  return { isStopping: () => isStopping, stop };
}

/**
 * Stops after an uncaught error, because the state is unknown. The service manager restarts the process. Node treats
 * unhandled rejections as uncaught errors, too.
 */
export function stopOnUncaughtErrors(log: Log, { isStopping, stop }: Shutdown): void {
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ err: error, origin }, "an error that nothing caught");
    if (!isStopping()) void stop(1);
  });
}
