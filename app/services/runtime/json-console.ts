import { format } from "node:util";
import { writeLine } from "./log-output.ts";
import { hideSignatures } from "./signature.ts";

/** Pino's level numbers, with the stream of each. */
const methods = {
  debug: { level: 20, stream: process.stdout },
  log: { level: 30, stream: process.stdout },
  info: { level: 30, stream: process.stdout },
  warn: { level: 40, stream: process.stderr },
  error: { level: 50, stream: process.stderr },
} as const;

/**
 * Makes the console write JSON lines, so that programs can parse all output from the first line on. A terminal gets
 * plain text.
 */
export function writeConsoleAsJson(): void {
  if (process.stdout.isTTY) return;
  for (const [name, { level, stream }] of Object.entries(methods)) {
    console[name as keyof typeof methods] = (...values: unknown[]) => {
      const line = { level, time: new Date().toISOString(), msg: format(...values) };
      writeLine(stream, `${hideSignatures(JSON.stringify(line))}\n`);
    };
  }
  process.on("warning", ({ name, message }) => console.warn("%s: %s", name, message));
}
