import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";

/** What to send: `connections` sockets, each with one request at a time, round after round through `targets`. */
export type Load = {
  port: number;
  targets: string[];
  headers: Record<string, string>;
  connections: number;
  /** Ends after so many seconds, or after so many requests. */
  seconds?: number;
  requests?: number;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds from the first byte sent to the last received. */
  p50: number;
  p99: number;
  max: number;
  bytes: number;
  /** Answers by status, and connections that broke. */
  statuses: Record<string, number>;
  broken: number;
};

const head = Buffer.from("\r\n\r\n");

/**
 * Loads a server and measures how long it takes, as cheaply as can be: it must not be what is measured. It reads no more
 * of an answer than its status and length, and so wants a `Content-Length`.
 */
export function generateLoad(load: Load): Promise<LoadResult> {
  const { targets, headers, connections, requests = Number.POSITIVE_INFINITY, seconds = 3600 } = load;
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const messages = targets.map((target) => Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`));
  const times: number[] = [];
  const result = { bytes: 0, broken: 0, statuses: {} as Record<string, number> };
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  let open = 0;

  return new Promise((done) => {
    const client = () => {
      open++;
      const socket = connect(load.port, "127.0.0.1").setNoDelay(true);
      let sentAt = 0;
      let left = -1;
      let rest: Buffer | undefined;
      const next = () => {
        if (sent >= requests || performance.now() >= end) return socket.end();
        sentAt = performance.now();
        socket.write(messages[sent++ % messages.length]!);
      };
      socket.on("connect", next).on("close", () => {
        if (--open === 0) done(summary(times, performance.now() - start, result));
      });
      socket.on("error", () => result.broken++);
      socket.on("data", (chunk: Buffer) => {
        result.bytes += chunk.length;
        if (left < 0) {
          const text = rest ? Buffer.concat([rest, chunk]) : chunk;
          const at = text.indexOf(head);
          rest = at < 0 ? text : undefined;
          if (at < 0) return;
          left = bodyLength(text, at, result.statuses, socket) - (text.length - at - head.length);
        } else left -= chunk.length;
        if (left > 0) return;
        left = -1;
        times.push(performance.now() - sentAt);
        next();
      });
    };
    for (let n = 0; n < connections; n++) client();
  });
}

function bodyLength(text: Buffer, at: number, statuses: Record<string, number>, socket: Socket): number {
  const headers = text.toString("latin1", 0, at + 2);
  const status = headers.slice(9, 12);
  statuses[status] = (statuses[status] ?? 0) + 1;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(headers)?.[1];
  if (length === undefined && status !== "304") socket.destroy(new Error("an answer without Content-Length"));
  return Number(length ?? 0);
}

function summary(times: number[], milliseconds: number, result: Pick<LoadResult, "bytes" | "broken" | "statuses">) {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const seconds = milliseconds / 1000;
  const common = { requests: times.length, seconds, perSecond: times.length / seconds };
  return { ...common, p50: at(0.5), p99: at(0.99), max: at(1), ...result };
}

// As a process of its own: what to send comes in by standard input, what came of it goes out by standard output.
if (import.meta.main) console.log(JSON.stringify(await generateLoad((await json(process.stdin)) as Load)));
