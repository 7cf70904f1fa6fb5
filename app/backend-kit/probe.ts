import { randomUUID } from "node:crypto";
import { endpointOf, type EndpointKey } from "../contract/endpoints.ts";
import { envelopeSchema, isSuccess } from "../contract/envelope.ts";
import type { Locale } from "../i18n/locales.ts";
import { buildRequest } from "../services/request.ts";
import type { Recorder, Remark } from "./findings.ts";
import { excerpt } from "./fitting.ts";
import { differences } from "./shape.ts";

/** A backend, and how it is asked. */
export type Target = {
  base: string;
  paths: Readonly<Record<string, string>>;
  token?: string;
  /** Milliseconds after which an answer isn't waited for. */
  timeoutMs: number;
};

/** What a call came to: data, an envelope that refuses, or nothing that can be read, which is noted already. */
export type Answer =
  { is: "data"; data: unknown } | { is: "refusal"; code: number; message: string | undefined } | { is: "broken" };

type Received = { response: Response; text: string; seconds: number };

/** From here on a visitor notices. */
const slowSeconds = 3;

const fittingEnvelope = `{"code":200,"message":"ok","data":…}`;
const broken: Answer = { is: "broken" };

export type Ask = (key: EndpointKey, locale: Locale, input: object, options?: AskOptions) => Promise<Answer>;
type AskOptions = { idempotencyKey?: string; token?: string };

/** Asks a backend as the site does, and notes what is odd about an answer as such: whatever comes, it doesn't throw. */
export function createAsk({ base, paths, token, timeoutMs }: Target, recorder: Recorder): Ask {
  /** Calls that didn't answer in time once: waiting for each of them again would take an hour. */
  const silent = new Set<EndpointKey>();
  return async function ask(key, locale, input, options = {}) {
    if (silent.has(key)) return broken;
    recorder.count(key, locale);
    const note = (remark: Remark) => recorder.add(key, locale, { example: fittingEnvelope, request: input, ...remark });
    const signal = AbortSignal.timeout(timeoutMs);
    const context = { locale, token: options.token ?? token, requestId: randomUUID() };
    const idempotencyKey = options.idempotencyKey ?? (endpointOf(key).method === "POST" ? randomUUID() : undefined);
    try {
      const request = buildRequest(base, key, paths[key] ?? endpointOf(key).path, input, context, {
        idempotencyKey,
        signal,
      });
      const received = await Promise.race([receive(request, note), passed(signal)]);
      return received ? read(received, note) : broken;
    } catch (error) {
      if (signal.aborted) silent.add(key);
      const found = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : `no answer: ${reasonOf(error)}`;
      note({ level: "wrong", path: "answer", found });
      return broken;
    }
  };
}

/** Rejects once a time limit has passed. `fetch` alone doesn't always: it holds the signal of a request too weakly. */
function passed(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
}

/** Sends a request, and follows where it is sent on to as the site would. */
async function receive(request: Request, note: (remark: Remark) => void): Promise<Received | undefined> {
  const start = performance.now();
  let response = await fetch(request.clone(), { redirect: "manual" });
  const { status } = response;
  const target = response.headers.get("Location");
  if (status >= 300 && status < 400 && target) {
    await response.body?.cancel();
    const found = `HTTP ${status} to ${excerpt(target)}`;
    if (request.method === "POST" && status < 307) {
      note({ level: "wrong", path: "answer", found: `${found}: what was sent is lost on the way` });
      return undefined;
    }
    note({ level: "tolerated", path: "answer", found: `${found}: the site follows, at the cost of a second call` });
    response = await fetch(request);
  }
  return { response, text: await response.text(), seconds: (performance.now() - start) / 1000 };
}

/** Opens the envelope. */
function read({ response, text, seconds }: Received, note: (remark: Remark) => void): Answer {
  const { status, headers, ok } = response;
  const body = parsed(text);
  if (body === undefined) {
    const isAbsent = status === 404 || status === 405 || status === 501;
    const level = isAbsent ? "missing" : "wrong";
    note({ level, path: "answer", found: `HTTP ${status}, not JSON: ${excerpt(text)}` });
    return broken;
  }
  const type = headers.get("Content-Type") ?? "none";
  if (!/[/+]json\b/i.test(type)) {
    const example = "application/json; charset=utf-8";
    note({ level: "tolerated", path: "Content-Type", found: `${type}: the site reads JSON all the same`, example });
  }
  if (seconds > slowSeconds) {
    note({
      level: "tolerated",
      path: "answer",
      found: `after more than ${slowSeconds} s: a visitor waits for it`,
      example: "",
    });
  }
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success && (typeof body !== "object" || body === null || Array.isArray(body))) {
    note({ level: "wrong", path: "answer", found: `HTTP ${status}, not an envelope: ${excerpt(body)}` });
    return broken;
  }
  for (const { steps, ...remark } of differences(envelopeSchema, body, "")) {
    // Without a code it is no envelope, and of its fields there is nothing to say.
    if (!envelope.success && steps[0] !== "code") continue;
    const example = steps[0] === "code" ? "200" : steps[0] === "message" ? `"ok"` : "";
    note({ ...remark, path: remark.path.replace(/^\./, ""), mandatory: true, example });
  }
  if (!envelope.success) return broken;
  const { code, message, data } = envelope.data;
  if (!isSuccess(code)) return { is: "refusal", code, message };
  if (ok) return { is: "data", data };
  note({
    level: "wrong",
    path: "code",
    found: `${code} with HTTP ${status}: the site takes it as a failure`,
    example: "HTTP 200",
  });
  return broken;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a request failed, without a stack. */
export function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}
