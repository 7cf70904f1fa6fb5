import { randomUUID } from "node:crypto";

/** Ids of a request in the logs of proxies, the site and the backend. */
export type RequestIds = {
  requestId: string;
  /** A proxy's trace, in W3C Trace Context's format. */
  traceparent?: string | undefined;
};

export function createRequestId(): string {
  return randomUUID();
}

export function createIdHeaders({ requestId, traceparent }: RequestIds): Record<string, string> {
  return { "X-Request-Id": requestId, ...(traceparent && { traceparent }) };
}
