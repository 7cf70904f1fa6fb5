import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";

/** A load: `connections` sockets, each with one request at a time. Together they cycle through `targets`. */
export type Load = {
  port: number;
  targets: string[];
  headers: Record<string, string>;
  connections: number;
  /** The load ends after this many seconds, or after this many requests. */
  seconds?: number;
  requests?: number;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds from the first byte sent to the last one received. */
  p50: number;
  p99: number;
  /** Number of responses by status, and of broken connections. */
  statuses: Record<string, number>;
  broken: number;
};

const endOfHead = Buffer.from("\r\n\r\n");

/**
 * Puts load on a server, and measures its response times. It uses little CPU time, so that it doesn't distort the result. It
 * reads only the status and the length of a response, and therefore requires `Content-Length`.
 */
export function generateLoad(load: Load): Promise<LoadResult> {
  const { targets, headers, connections, requests = Number.POSITIVE_INFINITY, seconds = 3600 } = load;
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const messages = targets.map((target) => Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`));
  const times: number[] = [];
  const result = { broken: 0, statuses: {} as Record<string, number> };
  const start = performance.now();
  const end = start + seconds * 1000;
  let sentCount = 0;
  let open = 0;

  return new Promise((resolve) => {
    const client = () => {
      open++;
      const socket = connect(load.port, "127.0.0.1").setNoDelay(true);
      let sentAt = 0;
      let bytesLeft = -1;
      let rest: Buffer | undefined;
      const next = () => {
        if (sentCount >= requests || performance.now() >= end) return socket.end();
        sentAt = performance.now();
        socket.write(messages[sentCount++ % messages.length]!);
      };
      socket.on("connect", next).on("close", () => {
        if (--open === 0) resolve(summary(times, performance.now() - start, result));
      });
      socket.on("error", () => result.broken++);
      socket.on("data", (chunk: Buffer) => {
        if (bytesLeft < 0) {
          const text = rest ? Buffer.concat([rest, chunk]) : chunk;
          const headEnd = text.indexOf(endOfHead);
          rest = headEnd < 0 ? text : undefined;
          if (headEnd < 0) return;
          bytesLeft =
            readBodyLength(text, headEnd, result.statuses, socket) - (text.length - headEnd - endOfHead.length);
        } else bytesLeft -= chunk.length;
        if (bytesLeft > 0) return;
        bytesLeft = -1;
        times.push(performance.now() - sentAt);
        next();
      });
    };
    for (let n = 0; n < connections; n++) client();
  });
}

function readBodyLength(text: Buffer, headEnd: number, statuses: Record<string, number>, socket: Socket): number {
  const headers = text.toString("latin1", 0, headEnd + 2);
  const status = headers.slice(9, 12);
  statuses[status] = (statuses[status] ?? 0) + 1;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(headers)?.[1];
  if (length === undefined && status !== "304") socket.destroy(new Error("an answer without Content-Length"));
  return Number(length ?? 0);
}

function summary(times: number[], milliseconds: number, result: Pick<LoadResult, "broken" | "statuses">) {
  const sortedTimes = Float64Array.from(times).sort();
  const getPercentile = (share: number) =>
    sortedTimes[Math.min(sortedTimes.length - 1, Math.floor(sortedTimes.length * share))] ?? 0;
  const seconds = milliseconds / 1000;
  const common = { requests: times.length, seconds, perSecond: times.length / seconds };
  return { ...common, p50: getPercentile(0.5), p99: getPercentile(0.99), ...result };
}

// As a program this file reads the load from standard input and writes the result to standard output.
if (import.meta.main) console.log(JSON.stringify(await generateLoad((await json(process.stdin)) as Load)));
