import { randomUUID } from "node:crypto";
import {
  getEndpoint,
  type EndpointData,
  type EndpointInput,
  type EndpointKey,
} from "../../app/services/api/contract/endpoints.ts";
import { envelopeCodes, envelopeSchema, isSuccess } from "../../app/services/api/contract/envelope.ts";
import type { Locale } from "../../app/i18n/locales.ts";
import { buildRequest } from "../../app/services/api/request.ts";
import { httpFetch } from "../../app/services/runtime/http-fetch.ts";
import { createRecorder, type Remark } from "./findings.ts";
import { compareShape, formatExcerpt } from "./shape.ts";
import { parseJson } from "../../app/services/runtime/parse-json.ts";

export type Target = {
  base: string;
  paths: Readonly<Record<string, string>>;
  token?: string;
  timeoutMs: number;
};

/** `broken`: an unreadable response, which is already reported. */
export type ProbeResult =
  | { status: "data"; data: unknown }
  | { status: "refusal"; code: number; message: string | undefined }
  | { status: "broken" };

const broken: ProbeResult = { status: "broken" };
const successExample = `{"code":200,"data":…}`;

export type Probe = ReturnType<typeof createProbe>;

export function createProbe({ base, paths, token, timeoutMs }: Target, locale: Locale) {
  const { report, countRequest, hasFailed, list } = createRecorder(locale);
  /** Calls that timed out are skipped from then on, because the check would otherwise take an hour. */
  const timedOut = new Set<EndpointKey>();

  /** Makes a call. It never throws. */
  async function call(key: EndpointKey, input: object, idempotencyKey = randomUUID()): Promise<ProbeResult> {
    if (timedOut.has(key)) return broken;
    countRequest(key);
    const { method, path } = getEndpoint(key);
    const signal = AbortSignal.timeout(timeoutMs);
    const context = { locale, token, requestId: randomUUID() };
    const options = { signal, ...(method === "POST" && { idempotencyKey }) };
    const reportAnswer = (remark: Remark) => report(key, { example: successExample, request: input, ...remark });
    try {
      const request = buildRequest(method, base + (paths[key] ?? path), input, context, options);
      const response = await httpFetch(request, { signal });
      return readEnvelope(response, await response.text(), reportAnswer);
    } catch (error) {
      if (signal.aborted) timedOut.add(key);
      const found = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : `no answer: ${describeError(error)}`;
      reportAnswer({ level: "wrong", path: "answer", found });
      return broken;
    }
  }

  async function load<K extends EndpointKey>(
    key: K,
    input: EndpointInput<K>,
    idempotencyKey?: ReturnType<typeof randomUUID>,
  ): Promise<EndpointData<K> | undefined> {
    const request = input as object;
    const result = await call(key, request, idempotencyKey);
    if (result.status === "data") {
      const { data: schema, row } = getEndpoint(key);
      const data = row && result.data === null ? {} : result.data;
      for (const remark of compareShape(schema, data, key)) report(key, { ...remark, request });
      return schema.safeParse(data).data as EndpointData<K> | undefined;
    }
    if (result.status === "refusal") {
      const { code, message } = result;
      const level = code === envelopeCodes.notFound ? "missing" : code === 429 ? "tolerated" : "wrong";
      const hint = code === envelopeCodes.unauthorized ? ": visitors have no token before they log in (--token)" : "";
      const found = `code ${code}, ${formatExcerpt(message)}${hint}`;
      report(key, { level, path: "code", found, example: successExample, request });
    }
    return undefined;
  }

  /** Only code 404 is right; an empty list is tolerable, or no neighbours. */
  async function expectNotFound<K extends EndpointKey>(key: K, input: EndpointInput<K>): Promise<void> {
    const request = input as object;
    const result = await call(key, request);
    if (result.status === "broken" || (result.status === "refusal" && result.code === envelopeCodes.notFound)) return;
    const { rows, prev, next } = ((result.status === "data" && result.data) || {}) as Record<string, unknown>;
    const isEmpty = (Array.isArray(rows) ? rows.length === 0 : !rows) && !prev && !next && !key.endsWith(".info");
    const level = result.status === "data" && isEmpty ? "tolerated" : "wrong";
    const outcome = result.status === "data" ? `success with ${formatExcerpt(result.data)}` : `code ${result.code}`;
    const found = `${outcome} for something that doesn't exist`;
    report(key, {
      level,
      path: "code",
      found,
      example: `{"code":404,"message":"There is no such item","data":null}`,
      request,
    });
  }

  return { locale, call, load, expectNotFound, report, hasFailed, findings: list };
}

function readEnvelope(response: Response, text: string, report: (remark: Remark) => void): ProbeResult {
  const { status, headers, ok, redirected, url } = response;
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    const level = body === undefined && [404, 405, 501].includes(status) ? "missing" : "wrong";
    const found = `HTTP ${status}, ${body === undefined ? "not JSON" : "not an envelope"}: ${formatExcerpt(text)}`;
    report({ level, path: "answer", found });
    return broken;
  }
  if (redirected) report({ level: "tolerated", path: "answer", found: `a redirect to ${url}: it costs a second call` });
  const type = headers.get("Content-Type") ?? "none";
  if (!/[/+]json\b/i.test(type))
    report({ level: "tolerated", path: "Content-Type", found: type, example: "application/json; charset=utf-8" });
  const envelope = envelopeSchema.safeParse(body);
  // Without a code it isn't an envelope, so its other fields aren't checked.
  for (const remark of compareShape(envelopeSchema, body, undefined, ""))
    if (envelope.success || remark.path === "code") report({ ...remark, mandatory: true });
  if (!envelope.success) return broken;
  const { code, message, data } = envelope.data;
  if (!isSuccess(code)) return { status: "refusal", code, message };
  if (ok) return { status: "data", data };
  const found = `${code} with HTTP ${status}: the site treats it as a failure`;
  report({ level: "wrong", path: "code", found, example: "HTTP 200" });
  return broken;
}

export function describeError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
