import type { RouterContextProvider } from "react-router";
import { leastFillTime } from "../contract/limits.ts";
import { clientAddressOf, requestIdOf } from "../platform/request-facts.ts";
import type { FormProblem } from "../components/forms/form-parts.tsx";
import type { Received, Sending } from "../submissions/receive.ts";
import { servicesOf } from "./services-context.ts";
import { userStore } from "./user-store.ts";

/** Why a form comes back, with its status and headers. */
type Problem = { answer: FormProblem; init: { status: number; headers?: Record<string, string> } };

/**
 * Hands what a visitor sent to the receiver. Where it can't even be kept, the form comes back and says so.
 * @param form what the page's script has added: the key, and how long it took to fill in
 */
export async function sendSubmission(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: URLSearchParams,
  submission: Pick<Sending, "kind" | "payload" | "contact">,
): Promise<{ reference: string } | Problem> {
  const elapsed = form.get("elapsed");
  if (elapsed && Number(elapsed) < leastFillTime) return { answer: { problem: "tooFast" }, init: { status: 422 } };
  const { log, receive } = servicesOf(context);
  try {
    const sender = clientAddressOf(context);
    const visit = { token: userStore.get(request), requestId: requestIdOf(context) };
    const received = await receive({ ...submission, key: form.get("key"), sender, ...visit });
    return received.outcome === "received" ? { reference: received.reference } : problemOf(received);
  } catch (error) {
    log.error({ requestId: requestIdOf(context), err: error }, "submission could not be stored");
    return { answer: { problem: "storage" }, init: { status: 503 } };
  }
}

/** What a form is answered with that wasn't received: its problem, status and headers. */
function problemOf(received: Exclude<Received, { outcome: "received" }>): Problem {
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
