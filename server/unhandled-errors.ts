import type { Log } from "../app/services/runtime/log.ts";
import type { Shutdown } from "./shutdown.ts";

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
