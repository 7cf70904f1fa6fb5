import { randomUUID } from "node:crypto";

/** Makes an id for a request, for its log lines and for the visitor who reports a failure. */
export function newRequestId(): string {
  return randomUUID();
}
