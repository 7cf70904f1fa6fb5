import { pino, type Logger } from "pino";

export type Log = Pick<Logger, "trace" | "debug" | "info" | "warn" | "error">;

/** Lines are written together while a write is under way; what is left is written when the process exits. */
const output = pino.destination({ dest: 1, sync: false });
process.on("exit", () => output.flushSync());

/** JSON lines on standard output: one event a line, never personal data. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return pino(options, output);
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
