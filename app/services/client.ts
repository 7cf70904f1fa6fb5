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
import type { Log } from "../platform/log.ts";
import { retryDelay } from "../platform/retry-after.ts";
import {
  ApiError,
  DataError,
  EnvelopeError,
  TimeoutError,
  TransportError,
  UnauthorizedError,
  UnknownEndpointError,
} from "./errors.ts";
import { buildRequest, type CallContext } from "./request.ts";
import { isRetryable } from "./retry.ts";

/** Carries a request to a backend: `fetch`, or the embedded API called in process. */
export type Transport = (request: Request) => Promise<Response>;

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
    const deadline = startDeadline(timeoutMs);
    const send = () =>
      transport(
        buildRequest(base, key, paths[key] ?? path, input as object, context, {
          idempotencyKey,
          signal: deadline.signal,
        }),
      );
    const answer = async () => readEnvelope(key, await sendWithRetries(send, retries, deadline.signal));
    try {
      return parseData(key, await Promise.race([answer(), deadline.passed]), log);
    } catch (error) {
      throw deadline.signal.aborted ? new TimeoutError(key, timeoutMs, { cause: error }) : asApiError(key, error);
    } finally {
      deadline.stop();
    }
  };
}

/**
 * A time limit that holds whatever a transport does: `passed` rejects by itself. The signal alone isn't enough, since
 * `fetch` keeps a request's signal so weakly that it can be collected before it fires.
 */
function startDeadline(milliseconds: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException(`no answer within ${milliseconds} ms`, "TimeoutError");
      controller.abort(reason);
      reject(reason);
    }, milliseconds);
  });
  passed.catch(() => undefined);
  return { signal: controller.signal, passed, stop: () => clearTimeout(timer) };
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
      if (left === 0 || deadline.aborted) throw error;
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
  return error instanceof ApiError ? error : new TransportError(key, "no answer", { cause: error });
}
