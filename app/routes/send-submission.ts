import { log, receive } from "../compose.server.ts";
import { clientAddressHeader, requestIdOf } from "../platform/request-id.ts";
import type { FormProblem } from "../components/forms/form-parts.tsx";
import type { Sending } from "../submissions/receive.ts";
import { problemOf } from "./answer-received.ts";

type Sent = { reference: string } | { answer: FormProblem; init: { status: number; headers?: Record<string, string> } };

/** Hands what a visitor sent to the receiver. Where it can't even be kept, the form comes back and says so. */
export async function sendSubmission(request: Request, sending: Omit<Sending, "sender">): Promise<Sent> {
  try {
    const received = await receive({ ...sending, sender: request.headers.get(clientAddressHeader) ?? "" });
    return received.outcome === "received" ? { reference: received.reference } : problemOf(received);
  } catch (error) {
    log.error({ requestId: requestIdOf(request), err: error }, "submission could not be stored");
    return { answer: { problem: "storage" }, init: { status: 503 } };
  }
}
