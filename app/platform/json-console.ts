import { format } from "node:util";

/** Levels as pino numbers them, and where each goes. */
const methods = {
  debug: { level: 20, stream: process.stdout },
  log: { level: 30, stream: process.stdout },
  info: { level: 30, stream: process.stdout },
  warn: { level: 40, stream: process.stderr },
  error: { level: 50, stream: process.stderr },
} as const;

/**
 * Has `console` and Node's warnings write JSON lines as the log does, so that a program can read all that a server says from
 * its first line on. A terminal gets words.
 */
export function writeConsoleAsJson(): void {
  if (process.stdout.isTTY) return;
  for (const [name, { level, stream }] of Object.entries(methods)) {
    console[name as keyof typeof methods] = (...values: unknown[]) => {
      const line = { level, time: new Date().toISOString(), msg: format(...values) };
      stream.write(`${JSON.stringify(line)}\n`);
    };
  }
  process.on("warning", ({ name, message }) => console.warn("%s: %s", name, message));
}
