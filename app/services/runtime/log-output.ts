import { setTimeout as sleep } from "node:timers/promises";
import { getCounter } from "./metrics.ts";

/** Maximum of bytes that wait for a reader that pauses, such as a full pipe. */
const maxWaitingBytes = 2 ** 20;

/** Milliseconds that an exit waits for such a reader. */
const maxFlushMs = 500;

const lostLines = getCounter({
  name: "log_lines_lost_total",
  help: "Lines of the log that were dropped, because its disk was full, or its reader had gone or paused",
});

const streams = [process.stdout, process.stderr];

// Without a listener an error would end the process. `writeLine` counts the lines.
for (const stream of streams) stream.on("error", () => undefined);

/** Writes a line; drops and counts it if that is impossible. A later line is written if it has become possible. */
export function writeLine(stream: NodeJS.WriteStream, line: string): void {
  if (stream.writableLength > maxWaitingBytes) lostLines.inc();
  else stream.write(line, (error) => error && lostLines.inc());
}

/** Waits until the lines are written, but not for long, because `process.exit` drops lines that wait for a reader. */
export async function flushLines(): Promise<void> {
  const writes = streams.map((stream) => new Promise<void>((resolve) => stream.write("", () => resolve())));
  await Promise.race([Promise.all(writes), sleep(maxFlushMs)]);
}
