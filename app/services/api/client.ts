import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { QueueFullError } from "#app/services/runtime/fair-queue.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { describeConnectionError, parseRetryAfter } from "#app/services/runtime/web/http-fetch.ts";
import type { Caller } from "./contract/caller.ts";
import {
  getEndpoint,
  isEndpointKey,
  type EndpointData,
  type EndpointInput,
  type EndpointKey,
} from "./contract/calls/endpoints.ts";
import { remarks } from "./contract/calls/remarks.ts";
import { defaultErrorMessage, envelopeCodes, envelopeSchema, isSuccess } from "./contract/envelope.ts";
import { countInvalidRows } from "./contract/liberal.ts";
import { findUndocumented } from "./contract/safe-values.ts";
import {
  AbortedError,
  ApiError,
  BusyError,
  DataError,
  EnvelopeError,
  isRetryable,
  MissingCallError,
  TimeoutError,
  TransportError,
  UnauthorizedError,
  UnknownEndpointError,
} from "./errors.ts";
import { buildRequest, isIdempotent, namesItemOrCategory, type CallContext } from "./request.ts";

/** Sends a request. Must stop when `signal` aborts. Queues count the request for the `network`. */
export type Transport = (request: Request, caller?: Partial<Pick<Caller, "network" | "signal">>) => Promise<Response>;

export type ClientOptions = {
  transport: Transport;
  /** Origin of the backend, with an optional path. */
  base: string;
  /** Paths of calls that differ in this backend (`API_PATHS`). */
  paths?: Readonly<Record<string, string>>;
  /** Milliseconds for a whole call including retries. @default 50000 */
  timeoutMs?: number;
  log: Log;
};

/** @throws one of the errors in `errors.ts` */
export type Call = <K extends EndpointKey>(
  key: K,
  input: EndpointInput<K>,
  context: CallContext & { idempotencyKey?: string },
) => Promise<EndpointData<K>>;

const abortedMessage = "nobody waits for it any more";

export function createClient({ transport, base, paths = {}, timeoutMs = 50_000, log }: ClientOptions): Call {
  const origin = base.endsWith("/") ? base.slice(0, -1) : base;
  return async (key, input, context) => {
    if (!isEndpointKey(key)) {
      // The specification prescribes this wording.
      console.warn("api key not found", key);
      throw new UnknownEndpointError(key, "api key not found");
    }
    const { method, path } = getEndpoint(key);
    const retries = isIdempotent(method) ? 0 : 1;
    const idempotencyKey = method === "POST" ? (context.idempotencyKey ?? randomUUID()) : undefined;
    if (context.signal?.aborted) throw new AbortedError(key, abortedMessage, { cause: context.signal.reason });
    const deadline = createDeadline(timeoutMs, context.signal);
    const { signal } = deadline;
    const send = () =>
      transport(buildRequest(method, origin + (paths[key] ?? path), input, context, { idempotencyKey, signal }), {
        signal,
        network: context.network,
      });
    const sendAndRead = async () => readEnvelope(key, input, await sendWithRetries(send, retries, deadline));
    try {
      return parseData(key, await Promise.race([sendAndRead(), deadline.expiry]), log);
    } catch (error) {
      if (context.signal?.aborted) throw new AbortedError(key, abortedMessage, { cause: error });
      if (signal.aborted) throw new TimeoutError(key, `no answer within ${timeoutMs} ms`, { cause: error });
      throw toApiError(key, error);
    } finally {
      deadline.cancel();
    }
  };
}

/** `expiry` rejects at the time limit or when the caller leaves, even if the transport ignores the signal. */
function createDeadline(milliseconds: number, callerSignal: AbortSignal | undefined) {
  const controller = new AbortController();
  const { promise: expiry, reject } = Promise.withResolvers<never>();
  expiry.catch(() => undefined);
  const endCall = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const onAbort = () => endCall(callerSignal?.reason);
  const timer = setTimeout(
    () => endCall(new DOMException(`no answer within ${milliseconds} ms`, "TimeoutError")),
    milliseconds,
  );
  callerSignal?.addEventListener("abort", onAbort);
  const cancel = () => {
    clearTimeout(timer);
    callerSignal?.removeEventListener("abort", onAbort);
  };
  return { signal: controller.signal, expiry, cancel, endTime: performance.now() + milliseconds };
}

type Deadline = Pick<ReturnType<typeof createDeadline>, "signal" | "endTime">;

/** Returns a failed response without a retry if its `Retry-After` is beyond the time limit. */
async function sendWithRetries(send: () => Promise<Response>, retries: number, { signal, endTime }: Deadline) {
  for (let retriesLeft = retries; ; retriesLeft--) {
    try {
      const response = await send();
      const waitMs = parseRetryAfter(response.headers.get("Retry-After"));
      const isTooLate = performance.now() + waitMs >= endTime;
      if (retriesLeft === 0 || isTooLate || !isRetryable(response.status)) return response;
      // Cancelling may take long, so it isn't awaited.
      response.body?.cancel().catch(() => undefined);
      await sleep(waitMs, undefined, { signal });
    } catch (error) {
      if (retriesLeft === 0 || signal.aborted || error instanceof QueueFullError) throw error;
    }
  }
}

/** HTTP statuses of a missing path or method. */
const missingStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

async function readEnvelope(key: EndpointKey, input: object, response: Response): Promise<unknown> {
  const { status } = response;
  const retryAfter = parseRetryAfter(response.headers.get("Retry-After")) || undefined;
  const envelope = parseEnvelope(await response.text());
  const isError = envelope instanceof Error;
  // With an envelope, these statuses may mean an unknown item or category instead of a missing call.
  const isMissing = missingStatuses.has(status) && (isError || !namesItemOrCategory(input));
  if (isMissing && remarks[key].isOptional) {
    throw new MissingCallError(key, `the backend doesn't have the call (status ${status})`);
  }
  if (isError) {
    const message = `status ${status} with a body that is not an envelope`;
    throw new TransportError(key, message, { cause: envelope, status, retryAfter });
  }
  const { code, message, data } = envelope;
  if (isSuccess(code) && response.ok) return data;
  if (code === envelopeCodes.unauthorized) throw new UnauthorizedError(key, "Unauthorized");
  throw new EnvelopeError(key, isSuccess(code) ? status : code, message ?? defaultErrorMessage, retryAfter);
}

function parseEnvelope(text: string): z.output<typeof envelopeSchema> | Error {
  try {
    return envelopeSchema.parse(JSON.parse(text));
  } catch (error) {
    return error as Error;
  }
}

function parseData<K extends EndpointKey>(key: K, data: unknown, log: Log): EndpointData<K> {
  const endpoint = getEndpoint(key);
  const result = endpoint.data.safeParse(data ?? (endpoint.row ? {} : data));
  if (!result.success) throw new DataError(key, "unusable data", { cause: result.error });
  const rows = endpoint.row ? (data as { rows?: unknown } | null)?.rows : [data];
  if (endpoint.row) logUnusableRows(key, rows, endpoint.row, log);
  if (Array.isArray(rows)) logUndocumented(key, rows, endpoint.row ?? endpoint.data, log);
  return result.data as EndpointData<K>;
}

const loggedCalls = new Set<EndpointKey>();

/** Logs skipped rows once per call and process, because a broken row would fill the log. */
function logUnusableRows(key: EndpointKey, rows: unknown, row: Parameters<typeof countInvalidRows>[1], log: Log) {
  if (loggedCalls.has(key)) return;
  const invalidRowCount = countInvalidRows(rows, row);
  if (invalidRowCount === 0) return;
  loggedCalls.add(key);
  log.warn({ endpoint: key, skipped: invalidRowCount }, "unusable rows skipped");
}

const loggedFields = new Set<string>();

/** Logs each field once per call and process whose value decides about safety and isn't as documented. */
function logUndocumented(key: EndpointKey, rows: readonly unknown[], schema: z.ZodType, log: Log) {
  const fields = rows.flatMap((row) => findUndocumented(row, schema)).map((field) => `${key} ${field}`);
  for (const field of new Set(fields.filter((one) => !loggedFields.has(one)))) {
    loggedFields.add(field);
    log.warn({ field }, "a value isn't as documented, so the site takes the safe side");
  }
}

function toApiError(key: EndpointKey, error: unknown) {
  if (error instanceof QueueFullError) return new BusyError(key, "too many calls are under way", { cause: error });
  if (error instanceof ApiError) return error;
  return new TransportError(key, describeConnectionError(error), { cause: error });
}
