import { pino, type Logger } from "pino";
import { writeLine } from "./log-output.ts";
import { hideSignatures } from "./signature.ts";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal" | "isLevelEnabled">;

/**
 * Creates a log of JSON lines. Logs only a few fields of an error (see `describeError`), because its other fields may
 * contain personal data.
 */
export function createLog(level: string, base: Record<string, string> | null = null): Log {
  const options = { level, base, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return pino(options, { write: (line) => writeLine(process.stdout, hideSignatures(line)) });
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { endpoint, code, status } = error as { endpoint?: string; code?: number | string; status?: number };
  return {
    type: error.name,
    endpoint,
    code,
    status,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
