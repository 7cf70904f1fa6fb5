import type { Locale } from "../../../i18n/locales.ts";
import type { EndpointQuery, WriteKey } from "./endpoints.ts";

/** Context of a POST call from its headers. `sender` is empty for the site itself, which has already applied the rate limits. */
export type WriteContext = {
  locale: Locale;
  sender: string;
  requestId: string;
  /** Id of the visitor's browser from `browserHeader`. */
  browser?: string;
  idempotencyKey: string | null;
};

/** `data` of the response, or an error code with a message for the visitor. */
export type WriteResult = { data: object } | { code: number; message: string; retryAfterSeconds?: number };

/** Handlers of all POST calls. */
export type WriteHandlers = {
  [K in WriteKey]: (input: EndpointQuery<K>, context: WriteContext) => Promise<WriteResult>;
};
