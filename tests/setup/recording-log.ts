import type { Log } from "../../app/platform/log.ts";

export type LogLine = { level: string; fields: unknown; message: string | undefined };

/** Creates a log that records its lines. */
export function createRecordingLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: unknown, message?: string) => {
    lines.push({ level, fields, message });
  };
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } as Log & {
    lines: LogLine[];
  };
}
