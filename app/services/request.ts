import type { EndpointKey } from "../contract/endpoints.ts";
import { endpointOf } from "../contract/endpoints.ts";
import { browserHeader } from "../contract/login.ts";
import { previewHeader } from "../contract/preview.ts";
import { locales, type Locale } from "../i18n/locales.ts";

/** Who is asking: decides the headers of a call. */
export type CallContext = {
  locale: Locale;
  /** The visitor's token; such calls neither read nor fill a shared cache. */
  token?: string;
  requestId?: string;
  /** Proof that this visitor may see what isn't public; such calls use no cache either. */
  preview?: string;
  /** Ends the call when it aborts: whoever asks has left. */
  signal?: AbortSignal;
  /** Tells the browser that logs in from others; for the two calls of a login. */
  browser?: string;
  /** Told what every answer is about (see `tags.ts`). */
  onRead?: (tags: readonly string[]) => void;
  /** Told when an answer was past its time. */
  onStale?: () => void;
  /** Told when something is shown without a part of it that couldn't be had. */
  onPartial?: () => void;
};

/** The headers that every call carries: the one place that makes them. */
function callHeaders(context: CallContext, idempotencyKey?: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    Language: locales[context.locale].header,
    ...(context.token && { Authorization: `Bearer ${context.token}` }),
    ...(context.requestId && { "X-Request-Id": context.requestId }),
    ...(context.browser && { [browserHeader]: context.browser }),
    ...(context.preview && { [previewHeader]: context.preview }),
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}

/**
 * Builds the request of one try. GET sends `input` as a query, any other method as a JSON body; nothing undefined is sent.
 * @param base origin of the backend, with an optional path before the contract's own; without a slash at its end
 */
export function buildRequest(
  base: string,
  key: EndpointKey,
  path: string,
  input: object,
  context: CallContext,
  options: { idempotencyKey?: string; signal: AbortSignal },
): Request {
  const { method } = endpointOf(key);
  const url = new URL(base + path);
  const headers = callHeaders(context, options.idempotencyKey);
  if (method !== "GET") {
    return new Request(url, { method, headers, body: JSON.stringify(input), signal: options.signal });
  }
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return new Request(url, { method, headers, signal: options.signal });
}
