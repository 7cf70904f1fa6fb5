import { randomUUID } from "node:crypto";
import type { Caller } from "#app/services/api/contract/caller.ts";

export type RequestIds = Pick<Caller, "requestId" | "traceparent">;

export function createRequestId(): string {
  return randomUUID();
}

export function createIdHeaders({ requestId, traceparent }: RequestIds): Record<string, string> {
  return { "X-Request-Id": requestId, ...(traceparent && { traceparent }) };
}
