import type { Log } from "../app/platform/log.ts";
import { unhandledErrors } from "./request-metrics.ts";

/**
 * Logs and counts what nobody expected, and goes on. Ending here would take every visitor's connection with it for what
 * is nearly always one request's mistake; nothing in this process is worse off for going on: what visitors send is
 * committed by the database before they are told so, pages are made anew from their source, and a request that was torn
 * ends by its time limit. Whoever operates it is told by the log and by `unhandled_errors_total`.
 */
export function surviveUnhandledErrors(log: Log): void {
  process.on("unhandledRejection", (reason) => {
    unhandledErrors.inc({ kind: "rejection" });
    log.error({ err: reason }, "unhandled rejection");
  });
  process.on("uncaughtException", (error) => {
    unhandledErrors.inc({ kind: "exception" });
    log.error({ err: error }, "uncaught exception");
  });
}
