import type { Locale } from "#app/i18n/locales.ts";
import type { Caller } from "#app/services/api/contract/caller.ts";
import type { EndpointQuery, WriteKey } from "./endpoints.ts";

/** `address` is missing in calls of the site, which has applied the limits itself. */
export type WriteContext = Pick<Caller, "requestId"> & {
  locale: Locale;
  address: string | undefined;
  /** Random id of the visitor's browser, from `browserHeader`. */
  browser?: string;
  idempotencyKey: string | null;
};

export type WriteResult = { data: object } | { code: number; message: string; retryAfterSeconds?: number };

export type WriteHandlers = {
  [K in WriteKey]: (input: EndpointQuery<K>, context: WriteContext) => Promise<WriteResult>;
};
