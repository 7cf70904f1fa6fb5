import type { Log } from "#app/services/runtime/log.ts";

export type LogLine = { level: string; fields: unknown; message: string | undefined };

export function createRecordingLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const createMethod = (level: string) => (fields: unknown, message?: string) => {
    lines.push({ level, fields, message });
  };
  return {
    lines,
    debug: createMethod("debug"),
    info: createMethod("info"),
    warn: createMethod("warn"),
    error: createMethod("error"),
  } as Log & {
    lines: LogLine[];
  };
}
