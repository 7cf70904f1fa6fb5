import { pino, type Logger } from "pino";

export type Log = Pick<Logger, "trace" | "debug" | "info" | "warn" | "error">;

type Output = {
  /** Collects a line. */
  write(line: string): void;
  /** Writes what is collected. */
  flush(): void;
};

/** The build and the server each hold a copy of this module: they share the one output, so that no line is torn. */
const outputKey = Symbol.for("site.log.output");
const shared = globalThis as { [outputKey]?: Output };

/** Characters that are collected before they are written, and milliseconds that a line waits at most. */
const collected = { characters: 64 * 1024, milliseconds: 250 };

/** Bytes of one write, and of lines that wait for a reader that doesn't read: what is more than that is lost. */
const written = { most: 1024 * 1024, waiting: 8 * 1024 * 1024 };

/**
 * JSON lines on standard output: one event a line, never personal data. Lines of requests are written together, since a
 * write for each takes longer than a cached page; any other is written at once. What is left is written when the process
 * exits, in whichever way but SIGKILL.
 */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  const { write, flush } = output();
  return pino(options, {
    write(line: string) {
      write(line);
      flush();
    },
  });
}

/** What the log says of a request: never its query, address or cookies. */
export type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  /** Where a page came from, as the page cache calls it. */
  cache: string | undefined;
  /** The request that a page was made for, where that is another: under its id is what failed. */
  madeFor: string | undefined;
};

/**
 * Writes a line for each request, as pino would at level info, and none where `level` leaves those out. The line has a
 * fixed form: putting it together here takes half the time, which on a cached page is a tenth of all.
 */
export function createRequestLog(level: string): (line: RequestLine) => void {
  const { values } = pino.levels;
  if (level === "silent" || values[level]! > values["info"]!) return () => undefined;
  const { write } = output();
  return ({ requestId, method, path, status, ms, cache, madeFor }) => {
    const made = (cache ? `,"cache":"${cache}"` : "") + (madeFor ? `,"madeFor":"${madeFor}"` : "");
    const said = `"method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}${made}`;
    write(`{"level":30,"time":"${isoTime()}","requestId":"${requestId}",${said},"msg":"request"}\n`);
  };
}

let lastTime = 0;
let lastText = "";

/** The time now; many requests share a millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastText = new Date(now).toISOString();
  }
  return lastText;
}

function output(): Output {
  return (shared[outputKey] ??= openOutput());
}

function openOutput(): Output {
  // It can collect lines too, but measures all that it has with each: a page's log line then costs more than the page.
  const stream = pino.destination({ dest: 1, sync: false, maxWrite: written.most, maxLength: written.waiting });
  let lines: string[] = [];
  let characters = 0;
  const flush = () => {
    if (characters > 0) stream.write(lines.join(""));
    lines = [];
    characters = 0;
  };
  setInterval(flush, collected.milliseconds).unref();
  // Before pino's own listener, which writes what the stream then has.
  process.prependListener("exit", flush);
  return {
    write(line) {
      lines.push(line);
      characters += line.length;
      if (characters > collected.characters) flush();
    },
    flush,
  };
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
