import { retryDelay } from "../platform/retry-after.ts";
import { signatureHeaders, type Secrets } from "../platform/signature.ts";
import type { Destination, Parcel } from "./delivery.ts";

const timeLimit = 10_000;

/** Announces submissions by a POST of JSON, signed where there is a secret. Anything but a 2xx is tried again. */
export function webhookDestination(url: string, secrets: Secrets | undefined): Destination {
  return async (parcel) => {
    const body = JSON.stringify(announcement(parcel));
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": parcel.idempotencyKey,
        "X-Request-Id": parcel.requestId,
        ...(secrets && signatureHeaders(body, secrets)),
      },
      redirect: "error",
      signal: AbortSignal.timeout(timeLimit),
    });
    await response.body?.cancel();
    if (response.ok) return { is: "delivered" };
    const retryAfter = retryDelay(response.headers.get("Retry-After")) || undefined;
    return { is: "later", message: `status ${response.status}`, retryAfter };
  };
}

function announcement({ id, reference, kind, createdAt, payload }: Parcel) {
  return { event: "submission.created", id, reference, kind, createdAt, payload };
}
