import { randomUUID } from "node:crypto";

/** What identifies a request in the logs of all programs that take part in it. */
export type RequestIds = {
  requestId: string;
  /** The trace that a proxy has begun, in the format of W3C Trace Context. */
  traceparent?: string | undefined;
};

export function createRequestId(): string {
  return randomUUID();
}

export function createIdHeaders({ requestId, traceparent }: RequestIds): Record<string, string> {
  return { "X-Request-Id": requestId, ...(traceparent && { traceparent }) };
}
