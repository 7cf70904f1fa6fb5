import { randomUUID } from "node:crypto";
import { getEndpoint, type EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { envelopeSchema, isSuccess } from "../../app/services/api/contract/envelope.ts";
import type { Locale } from "../../app/i18n/locales.ts";
import { buildRequest } from "../../app/services/api/request.ts";
import type { Recorder, Remark } from "./findings.ts";
import { formatExcerpt } from "../openapi/fitting.ts";
import { compareShape } from "./shape.ts";

/** A backend, and how to call it. */
export type Target = {
  base: string;
  paths: Readonly<Record<string, string>>;
  token?: string;
  /** Time limit of a call in milliseconds. */
  timeoutMs: number;
};

/** Result of a call: data, an envelope with an error code, or an unreadable response, which is already reported. */
export type ProbeResult =
  | { status: "data"; data: unknown }
  | { status: "refusal"; code: number; message: string | undefined }
  | { status: "broken" };

type RawResponse = { response: Response; text: string; seconds: number };

/** Visitors notice longer response times. */
const slowAfterSeconds = 3;

const validEnvelope = `{"code":200,"message":"ok","data":…}`;
const brokenResult: ProbeResult = { status: "broken" };

export type CallBackend = (
  key: EndpointKey,
  locale: Locale,
  input: object,
  options?: CallOptions,
) => Promise<ProbeResult>;
type CallOptions = { idempotencyKey?: string; token?: string };

/**
 * Creates the function that calls a backend as the site does, and reports problems of the response itself. It never
 * throws.
 */
export function createBackendCaller({ base, paths, token, timeoutMs }: Target, recorder: Recorder): CallBackend {
  /** Calls that timed out are skipped from then on, because the check would otherwise take an hour. */
  const timedOutCalls = new Set<EndpointKey>();
  return async function callBackend(key, locale, input, options = {}) {
    if (timedOutCalls.has(key)) return brokenResult;
    recorder.count(key, locale);
    const report = (remark: Remark) => recorder.add(key, locale, { example: validEnvelope, request: input, ...remark });
    const signal = AbortSignal.timeout(timeoutMs);
    const context = { locale, token: options.token ?? token, requestId: randomUUID() };
    const idempotencyKey = options.idempotencyKey ?? (getEndpoint(key).method === "POST" ? randomUUID() : undefined);
    try {
      const request = buildRequest(base, key, paths[key] ?? getEndpoint(key).path, input, context, {
        idempotencyKey,
        signal,
      });
      const rawResponse = await Promise.race([receive(request, report), rejectOnAbort(signal)]);
      return rawResponse ? readEnvelope(rawResponse, report) : brokenResult;
    } catch (error) {
      if (signal.aborted) timedOutCalls.add(key);
      const found = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : `no answer: ${describeError(error)}`;
      report({ level: "wrong", path: "answer", found });
      return brokenResult;
    }
  };
}

/** Rejects when the signal aborts. `fetch` alone doesn't always reject, because it holds only a weak reference to the signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
}

/** Sends a request and follows redirects as the site would. */
async function receive(request: Request, report: (remark: Remark) => void): Promise<RawResponse | undefined> {
  const start = performance.now();
  let response = await fetch(request.clone(), { redirect: "manual" });
  const { status } = response;
  const target = response.headers.get("Location");
  if (status >= 300 && status < 400 && target) {
    await response.body?.cancel();
    const found = `HTTP ${status} to ${formatExcerpt(target)}`;
    if (request.method === "POST" && status < 307) {
      report({ level: "wrong", path: "answer", found: `${found}: what was sent is lost on the way` });
      return undefined;
    }
    report({ level: "tolerated", path: "answer", found: `${found}: the site follows, at the cost of a second call` });
    response = await fetch(request);
  }
  return { response, text: await response.text(), seconds: (performance.now() - start) / 1000 };
}

/** Parses the envelope, and reports its problems. */
function readEnvelope({ response, text, seconds }: RawResponse, report: (remark: Remark) => void): ProbeResult {
  const { status, headers, ok } = response;
  const body = parseJson(text);
  if (body === undefined) {
    const isAbsent = status === 404 || status === 405 || status === 501;
    const level = isAbsent ? "missing" : "wrong";
    report({ level, path: "answer", found: `HTTP ${status}, not JSON: ${formatExcerpt(text)}` });
    return brokenResult;
  }
  const type = headers.get("Content-Type") ?? "none";
  if (!/[/+]json\b/i.test(type)) {
    const example = "application/json; charset=utf-8";
    report({ level: "tolerated", path: "Content-Type", found: `${type}: the site reads JSON anyway`, example });
  }
  if (seconds > slowAfterSeconds) {
    report({
      level: "tolerated",
      path: "answer",
      found: `after more than ${slowAfterSeconds} s: a visitor waits for it`,
      example: "",
    });
  }
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success && (typeof body !== "object" || body === null || Array.isArray(body))) {
    report({ level: "wrong", path: "answer", found: `HTTP ${status}, not an envelope: ${formatExcerpt(body)}` });
    return brokenResult;
  }
  for (const { steps, ...remark } of compareShape(envelopeSchema, body, "")) {
    // Without a code it isn't an envelope, so its other fields aren't checked.
    if (!envelope.success && steps[0] !== "code") continue;
    const example = steps[0] === "code" ? "200" : steps[0] === "message" ? `"ok"` : "";
    report({ ...remark, path: remark.path.replace(/^\./, ""), mandatory: true, example });
  }
  if (!envelope.success) return brokenResult;
  const { code, message, data } = envelope.data;
  if (!isSuccess(code)) return { status: "refusal", code, message };
  if (ok) return { status: "data", data };
  report({
    level: "wrong",
    path: "code",
    found: `${code} with HTTP ${status}: the site treats it as a failure`,
    example: "HTTP 200",
  });
  return brokenResult;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Describes why a request failed, without a stack. */
export function describeError(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}
