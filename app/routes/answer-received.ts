import type { FormProblem } from "../components/forms/form-parts.tsx";
import type { Received } from "../submissions/receive.ts";

/** What a form is answered with that wasn't received: its problem, status and headers. */
export function problemOf(received: Exclude<Received, { outcome: "received" }>): {
  answer: FormProblem;
  init: { status: number; headers?: Record<string, string> };
} {
  switch (received.outcome) {
    case "changed":
      return { answer: { problem: "changed", reference: received.reference }, init: { status: 409 } };
    case "refused":
      return { answer: { problem: "refused", message: received.message }, init: { status: 422 } };
    case "limited": {
      const headers = { "Retry-After": String(received.retryAfterSeconds) };
      const minutes = Math.ceil(received.retryAfterSeconds / 60);
      return { answer: { problem: "limited", minutes }, init: { status: 429, headers } };
    }
  }
}
