import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  endpointOf,
  isEndpointKey,
  type EndpointData,
  type EndpointInput,
  type EndpointKey,
} from "../contract/endpoints.ts";
import { defaultFailureMessage, envelopeCodes, envelopeSchema, isSuccess } from "../contract/envelope.ts";
import { countUnusable } from "../contract/liberal.ts";
import { QueueFullError } from "../platform/fair-queue.ts";
import type { Log } from "../platform/log.ts";
import { retryDelay } from "../platform/retry-after.ts";
import {
  AbortedError,
  ApiError,
  BusyError,
  DataError,
  EnvelopeError,
  TimeoutError,
  TransportError,
  UnauthorizedError,
  UnknownEndpointError,
} from "./errors.ts";
import { buildRequest, type CallContext } from "./request.ts";
import { isRetryable } from "./retry.ts";

/**
 * Carries a request to a backend: `httpFetch`, `fetch`, or the embedded API called in process. It ends when the signal
 * aborts.
 */
export type Transport = (request: Request, options?: { signal: AbortSignal }) => Promise<Response>;

export type ClientOptions = {
  transport: Transport;
  /** Origin of the backend, with an optional path. */
  base: string;
  /** Paths of single calls that this backend keeps elsewhere (`API_PATHS`). */
  paths?: Readonly<Record<string, string>>;
  /** Time limit of a whole call, its retry included. @default 50000 */
  timeoutMs?: number;
  log: Log;
};

/** Makes one call and returns `data` of the envelope, or throws one of `errors.ts`. */
export type Call = <K extends EndpointKey>(
  key: K,
  input: EndpointInput<K>,
  context: CallContext & { idempotencyKey?: string },
) => Promise<EndpointData<K>>;

/** The client of the envelope API: build, send, retry, open the envelope, parse. */
export function createClient({ transport, base, paths = {}, timeoutMs = 50_000, log }: ClientOptions): Call {
  const origin = base.endsWith("/") ? base.slice(0, -1) : base;
  return async function call<K extends EndpointKey>(
    key: K,
    input: EndpointInput<K>,
    context: CallContext & { idempotencyKey?: string },
  ) {
    if (!isEndpointKey(key)) {
      console.warn("api key not found", key);
      throw new UnknownEndpointError(key);
    }
    const { method, path, retries } = endpointOf(key);
    const idempotencyKey = method === "POST" ? (context.idempotencyKey ?? randomUUID()) : undefined;
    if (context.signal?.aborted) throw new AbortedError(key, { cause: context.signal.reason });
    const end = startEnd(timeoutMs, context.signal);
    const { signal } = end;
    const send = () =>
      transport(buildRequest(origin, key, paths[key] ?? path, input as object, context, { idempotencyKey, signal }), {
        signal,
      });
    const answer = async () => readEnvelope(key, await sendWithRetries(send, retries, signal));
    try {
      return parseData(key, await Promise.race([answer(), end.reached]), log);
    } catch (error) {
      if (context.signal?.aborted) throw new AbortedError(key, { cause: error });
      throw signal.aborted ? new TimeoutError(key, timeoutMs, { cause: error }) : asApiError(key, error);
    } finally {
      end.cancel();
    }
  };
}

/**
 * The end of a call that has no answer: its time limit, or that its asker has left. `reached` rejects by itself, whatever
 * the transport does with the signal.
 */
function startEnd(milliseconds: number, asker: AbortSignal | undefined) {
  const controller = new AbortController();
  const { promise: reached, reject } = Promise.withResolvers<never>();
  reached.catch(() => undefined);
  const end = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const onAbort = () => end(asker?.reason);
  const timer = setTimeout(
    () => end(new DOMException(`no answer within ${milliseconds} ms`, "TimeoutError")),
    milliseconds,
  );
  asker?.addEventListener("abort", onAbort);
  const cancel = () => {
    clearTimeout(timer);
    asker?.removeEventListener("abort", onAbort);
  };
  return { signal: controller.signal, reached, cancel };
}

async function sendWithRetries(send: () => Promise<Response>, retries: number, deadline: AbortSignal) {
  for (let left = retries; ; left--) {
    try {
      const response = await send();
      if (left === 0 || !isRetryable(response.status)) return response;
      // Nobody reads it, and nobody waits for a slow backend to agree.
      response.body?.cancel().catch(() => undefined);
      await sleep(retryDelay(response.headers.get("Retry-After")), undefined, { signal: deadline });
    } catch (error) {
      if (left === 0 || deadline.aborted || error instanceof QueueFullError) throw error;
    }
  }
}

/** Returns `data` of a successful envelope. */
async function readEnvelope(key: EndpointKey, response: Response): Promise<unknown> {
  const { status } = response;
  const retryAfter = retryDelay(response.headers.get("Retry-After")) || undefined;
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch (cause) {
    throw new TransportError(key, `status ${status} with a body that is not JSON`, { cause, status, retryAfter });
  }
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) {
    throw new TransportError(key, `status ${status} with a body that is not an envelope`, {
      cause: envelope.error,
      status,
      retryAfter,
    });
  }
  const { code, message, data } = envelope.data;
  if (isSuccess(code) && response.ok) return data;
  if (code === envelopeCodes.unauthorized) throw new UnauthorizedError(key);
  throw new EnvelopeError(key, isSuccess(code) ? status : code, message ?? defaultFailureMessage, retryAfter);
}

function parseData<K extends EndpointKey>(key: K, data: unknown, log: Log): EndpointData<K> {
  const endpoint = endpointOf(key);
  const result = endpoint.data.safeParse(data ?? (endpoint.row ? {} : data));
  if (!result.success) throw new DataError(key, { cause: result.error });
  if (endpoint.row) logUnusableRows(key, (data as { rows?: unknown } | null)?.rows, endpoint.row, log);
  return result.data as EndpointData<K>;
}

const logged = new Set<EndpointKey>();

/** Says once per call and process that rows were skipped: a backend with a broken row would fill the log. */
function logUnusableRows(key: EndpointKey, rows: unknown, row: Parameters<typeof countUnusable>[1], log: Log) {
  if (logged.has(key)) return;
  const skipped = countUnusable(rows, row);
  if (skipped === 0) return;
  logged.add(key);
  log.warn({ endpoint: key, skipped }, "unusable rows skipped");
}

function asApiError(key: EndpointKey, error: unknown) {
  if (error instanceof QueueFullError) return new BusyError(key, { cause: error });
  return error instanceof ApiError ? error : new TransportError(key, "no answer", { cause: error });
}
