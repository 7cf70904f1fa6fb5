import type { Server } from "node:http";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../app/services/runtime/log.ts";
import type { Limits } from "./limits.ts";

const repetitionMs = 1000;

export type Shutdown = {
  isStopping(): boolean;
  /** Ends the process with this code after the current responses are finished. */
  stop(exitCode: number): Promise<void>;
};

/**
 * Ends the process on SIGTERM and SIGINT with exit code 0, after current responses are finished, within ten seconds.
 *
 * First `/readyz` reports that the process stops, and every response closes its connection. New requests are still
 * accepted for `drainDelay`, so that a load balancer can notice. Then the server closes idle connections and waits
 * for the others. A second signal ends the process at once. Ctrl-C sends one to npm too, which passes it on, so signals within a
 * second are one.
 * @param close called after the last response, before the process ends
 */
export function createShutdown(
  server: Server,
  limits: Limits,
  log: Log,
  close: () => Promise<void>,
  exit: (code: number) => void,
): Shutdown {
  let isStopping = false;
  async function stop(exitCode: number, drainTime = limits.drainDelay) {
    isStopping = true;
    const deadline = setTimeout(() => {
      log.warn("not everything was finished in time");
      exit(exitCode);
    }, limits.shutdownTimeout);
    await sleep(drainTime);
    // Connections in the accept queue would be reset, so the server closes after the next accept.
    await turn();
    // A connection becomes idle shortly after its response was sent.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearInterval(idle);
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
    // Ctrl-C in a terminal has no load balancer to notify.
    await stop(0, signal === "SIGTERM" ? limits.drainDelay : 0);
  }
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  return { isStopping: () => isStopping, stop };
}

/**
 * Logs an uncaught error, finishes current responses, and ends the process with exit code 1, because its state is
 * unknown. The service manager restarts it. Node raises unhandled rejections as such errors too.
 */
export function stopOnUncaughtErrors(log: Log, { isStopping, stop }: Shutdown): void {
  process.on("uncaughtException", (error, origin) => {
    // Pino writes a fatal line synchronously.
    log.fatal({ err: error, origin }, "an error that nothing caught");
    if (!isStopping()) void stop(1);
  });
}
