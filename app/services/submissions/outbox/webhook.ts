import { parseRetryAfter } from "../../../http/retry-after.ts";
import { createSignatureHeaders, type Secrets } from "../../runtime/signature.ts";
import type { Destination, OutboxMessage } from "./delivery.ts";

const timeoutMs = 10_000;

/** Creates a destination that posts JSON, signed if there is a secret. Any response but a 2xx is retried. */
export function createWebhookDestination(url: string, secrets: Secrets | undefined): Destination {
  return async (message) => {
    const body = JSON.stringify(createPayload(message));
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": message.idempotencyKey,
        "X-Request-Id": message.requestId,
        ...(secrets && createSignatureHeaders(body, secrets)),
      },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return { status: "delivered" };
    const retryAfter = parseRetryAfter(response.headers.get("Retry-After")) || undefined;
    return { status: "retry", message: `status ${response.status}`, retryAfter };
  };
}

function createPayload({ id, reference, kind, createdAt, payload }: OutboxMessage) {
  return { event: "submission.created", id, reference, kind, createdAt, payload };
}
