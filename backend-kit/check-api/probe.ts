import { randomUUID } from "node:crypto";
import { z } from "zod";
import { maxResponseBytes } from "#app/services/api/backend-client.ts";
import { ResponseTooLargeError } from "#app/services/api/errors.ts";
import {
  getEndpoint,
  type EndpointData,
  type EndpointInput,
  type EndpointKey,
} from "#app/services/api/contract/endpoints.ts";
import { envelopeCodes, envelopeSchema, isSuccess } from "#app/services/api/contract/envelope.ts";
import { examples } from "#app/services/api/contract/examples.ts";
import { remarks } from "#app/services/api/contract/remarks.ts";
import { locales, type Locale } from "#app/i18n/locales.ts";
import { buildRequest } from "#app/services/api/request.ts";
import { describeConnectionError, httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { readUpTo } from "#app/services/runtime/web/request-limits.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { isFailure, type Finding, type Remark } from "./findings.ts";
import { compareShape, formatExcerpt } from "./shape.ts";

export type Target = {
  base: string;
  paths: Readonly<Record<string, string>>;
  token?: string;
  timeoutMs: number;
};

export type Envelope = z.output<typeof envelopeSchema>;

/** HTTP statuses and codes by which a backend reports that it doesn't have a call. */
export const missingCallCodes: readonly number[] = [404, 405, 501];

const successExample = `{"code":200,"data":…}`;

export type Probe = ReturnType<typeof createProbe>;

/** Makes calls in a language, and collects findings. */
export function createProbe({ base, paths, token, timeoutMs }: Target, locale: Locale) {
  const { header: language } = locales[locale];
  const findings: Finding[] = [];
  /** Calls that timed out. They aren't made again, because the check could take an hour. */
  const timedOut = new Set<EndpointKey>();

  function report(key: EndpointKey, { request, example = "", mandatory = true, ...remark }: Remark): void {
    const isMandatory = mandatory && remark.level !== "tolerated" && !remarks[key].isOptional;
    const requestText = request ? JSON.stringify(request) : "";
    const finding = { call: key, language, ...remark, mandatory: isMandatory, example, request: requestText };
    findings.push({ ...finding, alsoAt: [], times: 1 });
  }

  /** @returns `undefined` for an unreadable response, which is reported */
  async function call(key: EndpointKey, request: object, idempotencyKey?: string): Promise<Envelope | undefined> {
    if (timedOut.has(key)) return undefined;
    report(key, { level: "fits", path: "data", found: "" });
    const { method, path } = getEndpoint(key);
    const signal = AbortSignal.timeout(timeoutMs);
    const context = { locale, token, requestId: randomUUID() };
    const options = { signal, ...(method === "POST" && { idempotencyKey: idempotencyKey ?? randomUUID() }) };
    const reportResponse = (remark: Remark) => report(key, { example: successExample, request, ...remark });
    try {
      const sentRequest = buildRequest(method, base + (paths[key] ?? path), request, context, options);
      const response = await httpFetch(sentRequest, { signal });
      const body = await readUpTo(response.body, maxResponseBytes);
      if (!body) throw new ResponseTooLargeError(maxResponseBytes);
      return readEnvelope(response, new TextDecoder().decode(body), reportResponse);
    } catch (error) {
      if (signal.aborted) timedOut.add(key);
      const reason = signal.aborted ? ` within ${timeoutMs / 1000} s` : `: ${describeConnectionError(error)}`;
      const found = error instanceof ResponseTooLargeError ? error.message : `no answer${reason}`;
      reportResponse({ level: "wrong", path: "answer", found });
      return undefined;
    }
  }

  async function load<K extends EndpointKey>(
    key: K,
    request: EndpointInput<K> & object,
    idempotencyKey?: string,
  ): Promise<EndpointData<K> | undefined> {
    const envelope = await call(key, request, idempotencyKey);
    if (!envelope) return undefined;
    const { code, message } = envelope;
    if (isSuccess(code)) {
      const { data: schema, row } = getEndpoint(key);
      const data = row && envelope.data === null ? {} : envelope.data;
      const shapeRemarks = compareShape(z.object({ data: schema }), { data }, examples[key]);
      for (const remark of shapeRemarks) report(key, { ...remark, request });
      return schema.safeParse(data).data as EndpointData<K> | undefined;
    }
    const level = code === envelopeCodes.notFound ? "missing" : code === 429 ? "tolerated" : "wrong";
    const hint = code === envelopeCodes.unauthorized ? ": visitors have no token before they log in (--token)" : "";
    const found = `code ${code}, ${formatExcerpt(message)}${hint}`;
    report(key, { level, path: "code", found, example: successExample, request });
    return undefined;
  }

  /** Checks that a call responds with code 404. Empty data is tolerated, except from an `info` call. */
  async function expectNotFound<K extends EndpointKey>(key: K, request: EndpointInput<K> & object): Promise<void> {
    const envelope = await call(key, request);
    if (!envelope || envelope.code === envelopeCodes.notFound) return;
    const isTolerable = isSuccess(envelope.code) && isEmptyData(envelope.data) && !key.endsWith(".info");
    const found = `${describeOutcome(envelope)} for something that doesn't exist`;
    const example = `{"code":404,"message":"There is no such item","data":null}`;
    report(key, { level: isTolerable ? "tolerated" : "wrong", path: "code", found, example, request });
  }

  /** Whether a call already fails the check, so that consequences aren't reported. */
  function hasFailed(key: EndpointKey): boolean {
    return findings.some((finding) => finding.call === key && isFailure(finding));
  }

  return { locale, findings, call, load, expectNotFound, report, hasFailed };
}

function readEnvelope(response: Response, text: string, report: (remark: Remark) => void): Envelope | undefined {
  const { status, headers, ok, redirected, url } = response;
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    const level = body === undefined && missingCallCodes.includes(status) ? "missing" : "wrong";
    const found = `HTTP ${status}, ${body === undefined ? "not JSON" : "not an envelope"}: ${formatExcerpt(text)}`;
    report({ level, path: "answer", found });
    return undefined;
  }
  if (redirected) report({ level: "tolerated", path: "answer", found: `a redirect to ${url}: it costs a second call` });
  const type = headers.get("Content-Type") ?? "none";
  if (!/[/+]json\b/i.test(type))
    report({ level: "tolerated", path: "Content-Type", found: type, example: "application/json; charset=utf-8" });
  const envelope = envelopeSchema.safeParse(body).data;
  // Without a code the response isn't an envelope, so other fields aren't checked.
  const envelopeRemarks = compareShape(envelopeSchema, body, { code: 200, message: "ok" });
  for (const remark of envelopeRemarks) if (envelope || remark.path === "code") report(remark);
  if (!envelope || !isSuccess(envelope.code) || ok) return envelope;
  const found = `${envelope.code} with HTTP ${status}: the site treats it as a failure`;
  report({ level: "wrong", path: "code", found, example: "HTTP 200" });
  return undefined;
}

/** Whether data has neither rows nor neighbours (`prev`, `next`). */
function isEmptyData(data: unknown): boolean {
  const { rows, prev, next } = Object(data) as Record<string, unknown>;
  return [rows, prev, next].every((part) => !part || (Array.isArray(part) && part.length === 0));
}

/** Describes a response: its data if the call succeeded, or else its code. */
export function describeOutcome({ code, data }: Envelope): string {
  return isSuccess(code) ? `success with ${formatExcerpt(data)}` : `code ${code}`;
}
