import { locales, type Locale } from "#app/i18n/locales.ts";
import { createIdHeaders } from "#app/services/runtime/web/request-ids.ts";
import type { Caller } from "./contract/caller.ts";
import type { Method } from "./contract/calls/endpoints.ts";
import { browserHeader, previewHeader } from "./contract/headers.ts";

export type CallContext = Partial<Caller> & {
  locale: Locale;
  /** Visitor's token. Calls with it bypass the cache. */
  token?: string;
  /** Token for drafts. Calls with it bypass the cache. */
  preview?: string;
  /** Browser id, only for the two login calls. */
  browser?: string;
  onRead?: (tags: readonly string[]) => void;
  onStale?: () => void;
  /** Called if a part of the page failed. */
  onPartial?: () => void;
};

function createHeaders(context: CallContext, idempotencyKey?: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    Language: locales[context.locale].header,
    ...(context.token && { Authorization: `Bearer ${context.token}` }),
    ...(context.requestId && createIdHeaders({ ...context, requestId: context.requestId })),
    ...(context.preview && { [previewHeader]: context.preview }),
    ...(context.browser && { [browserHeader]: context.browser }),
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}

/** Whether a call names an item or category, so that code 404 may mean that it doesn't exist. */
export function namesItemOrCategory(input: object): boolean {
  return ["id", "slug", "cat"].some((name) => (input as Record<string, unknown>)[name] !== undefined);
}

/**
 * Whether HTTP defines a method as idempotent. By the specification, calls with such a method aren't retried, and other
 * calls are retried once.
 */
export function isIdempotent(method: Method): boolean {
  return method !== "POST";
}

/** Builds a call's request. GET sends the input as a query, other methods as JSON. */
export function buildRequest(
  method: Method,
  address: string,
  input: object,
  context: CallContext,
  options: { idempotencyKey?: string; signal: AbortSignal },
): Request {
  const url = new URL(address);
  const headers = createHeaders(context, options.idempotencyKey);
  if (method !== "GET") {
    return new Request(url, { method, headers, body: JSON.stringify(input), signal: options.signal });
  }
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return new Request(url, { method, headers, signal: options.signal });
}
