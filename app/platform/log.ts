import { pino, type Logger } from "pino";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** JSON lines on standard output: one event a line, never personal data. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } });
}

/** An error with its whole chain of causes, as plain data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
