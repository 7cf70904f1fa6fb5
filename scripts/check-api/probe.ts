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
import { createRecorder, type Remark } from "./findings.ts";
import { compareShape, formatExcerpt } from "./shape.ts";

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

const broken: ProbeResult = { status: "broken" };

export type Probe = ReturnType<typeof createProbe>;

/** Creates the functions that call a backend in one language as the site does, and report what doesn't fit. */
export function createProbe({ base, paths, token, timeoutMs }: Target, locale: Locale) {
  const recorder = createRecorder(locale);
  const { report } = recorder;
  /** Calls that timed out are skipped from then on, because the check would otherwise take an hour. */
  const timedOut = new Set<EndpointKey>();
  /** Positions in the response of the rows that the site can read. */
  const positions = new WeakMap<readonly unknown[], { sent: number; indices: number[] }>();

  /** Makes a call. It never throws. */
  async function call(
    key: EndpointKey,
    input: object,
    options: { idempotencyKey?: string; token?: string } = {},
  ): Promise<ProbeResult> {
    if (timedOut.has(key)) return broken;
    recorder.countRequest(key);
    const { method, path } = getEndpoint(key);
    const signal = AbortSignal.timeout(timeoutMs);
    const context = { locale, token: options.token ?? token, requestId: randomUUID() };
    const idempotencyKey = method === "POST" ? (options.idempotencyKey ?? randomUUID()) : undefined;
    const reportAnswer = (remark: Remark) =>
      report(key, { example: `{"code":200,"data":…}`, request: input, ...remark });
    try {
      const request = buildRequest(base, key, paths[key] ?? path, input, context, { idempotencyKey, signal });
      // A redirected POST would lose its body.
      const response = await Promise.race([
        fetch(request, { redirect: method === "GET" ? "follow" : "manual" }),
        rejectOnAbort(signal),
      ]);
      const text = await Promise.race([response.text(), rejectOnAbort(signal)]);
      return readEnvelope(response, text, reportAnswer);
    } catch (error) {
      if (signal.aborted) timedOut.add(key);
      const found = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : `no answer: ${describeError(error)}`;
      reportAnswer({ level: "wrong", path: "answer", found });
      return broken;
    }
  }

  /** Compares `data` with the contract. @returns the parsed data; `undefined` if it is invalid */
  function parse<K extends EndpointKey>(key: K, input: object, value: unknown): EndpointData<K> | undefined {
    const { data: schema, row } = getEndpoint(key);
    const data = row && value === null ? {} : value;
    for (const remark of compareShape(schema, data, key)) report(key, { ...remark, request: input });
    const result = schema.safeParse(data);
    if (!result.success) return undefined;
    const { rows } = result.data as { rows?: unknown[] };
    const sent = (data as { rows?: unknown }).rows;
    if (row && rows && Array.isArray(sent)) {
      const indices = sent.flatMap((sentRow, index) => (row.safeParse(sentRow).success ? [index] : []));
      positions.set(rows, { sent: sent.length, indices });
    }
    return result.data as EndpointData<K>;
  }

  return {
    locale,
    call,
    parse,
    report,
    hasFinding: recorder.hasFinding,
    findings: recorder.list,
    /** Returns the path of a row in the response. */
    getPath: (rows: readonly unknown[], index: number) => `data.rows[${positions.get(rows)?.indices[index] ?? index}]`,
    /** Counts the rows of the response, including those that the site can't read. */
    countRows: (rows: readonly unknown[]) => positions.get(rows)?.sent ?? rows.length,

    /** Makes a call that should succeed. @returns the parsed data; `undefined` if there are none */
    async load<K extends EndpointKey>(key: K, input: EndpointInput<K>): Promise<EndpointData<K> | undefined> {
      const result = await call(key, input as object);
      if (result.status === "data") return parse(key, input as object, result.data);
      if (result.status === "refusal") reportRefusal(key, input as object, result);
      return undefined;
    },

    reportRefusal,

    /** Makes a call for something that doesn't exist. Only code 404 is right; where it is tolerable, an empty result too. */
    async expectNotFound<K extends EndpointKey>(key: K, input: EndpointInput<K>, isEmpty?: (data: unknown) => boolean) {
      const result = await call(key, input as object);
      if (result.status === "broken" || (result.status === "refusal" && result.code === envelopeCodes.notFound)) return;
      const level = result.status === "data" && isEmpty?.(result.data) ? "tolerated" : "wrong";
      const outcome = result.status === "data" ? `success with ${formatExcerpt(result.data)}` : `code ${result.code}`;
      const found = `${outcome} for something that doesn't exist`;
      const example = `{"code":404,"message":"There is no such item","data":null}`;
      report(key, { level, path: "code", found, example, request: input as object });
    },
  };

  function reportRefusal(key: EndpointKey, request: object, { code, message }: { code: number; message?: string }) {
    const level = code === envelopeCodes.notFound ? "missing" : code === 429 ? "tolerated" : "wrong";
    const hint = code === envelopeCodes.unauthorized ? ": visitors have no token before they log in (--token)" : "";
    const found = `code ${code}, ${formatExcerpt(message)}${hint}`;
    report(key, { level, path: "code", found, example: `{"code":200,"data":…}`, request });
  }
}

/** `fetch` alone doesn't always reject, because it holds only a weak reference to the signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
}

/** Parses the envelope, and reports its problems. */
function readEnvelope(response: Response, text: string, report: (remark: Remark) => void): ProbeResult {
  const { status, headers, ok, redirected, url } = response;
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    const level = body === undefined && [404, 405, 501].includes(status) ? "missing" : "wrong";
    const found = `HTTP ${status}, ${body === undefined ? "not JSON" : "not an envelope"}: ${formatExcerpt(text)}`;
    report({ level, path: "answer", found });
    return broken;
  }
  if (redirected) {
    report({ level: "tolerated", path: "answer", found: `a redirect to ${url}: it costs a second call` });
  }
  const type = headers.get("Content-Type") ?? "none";
  if (!/[/+]json\b/i.test(type)) {
    report({ level: "tolerated", path: "Content-Type", found: type, example: "application/json; charset=utf-8" });
  }
  const envelope = envelopeSchema.safeParse(body);
  // Without a code it isn't an envelope, so its other fields aren't checked.
  const remarks = compareShape(envelopeSchema, body, undefined, "").filter(
    ({ path }) => envelope.success || path === "code",
  );
  for (const remark of remarks) report({ ...remark, mandatory: true });
  if (!envelope.success) return broken;
  const { code, message, data } = envelope.data;
  if (!isSuccess(code)) return { status: "refusal", code, message };
  if (ok) return { status: "data", data };
  const found = `${code} with HTTP ${status}: the site treats it as a failure`;
  report({ level: "wrong", path: "code", found, example: "HTTP 200" });
  return broken;
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
  return cause?.code ?? (cause?.message || (error instanceof Error ? error.message : String(error)));
}
