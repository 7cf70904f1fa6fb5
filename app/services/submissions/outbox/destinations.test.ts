import { expect, test } from "vitest";
import { createOutboxMessage } from "../../../../tests/setup/outbox-message.ts";
import { startBackend } from "../../../../tests/mocks/backend.ts";
import { createWebhookDestination } from "./destinations.ts";

test("a busy receiver is retried after its Retry-After", async () => {
  const receiver = await startBackend(
    async () => new Response("busy", { status: 503, headers: { "Retry-After": "7" } }),
  );
  const result = await createWebhookDestination(`${receiver.origin}/hook`, undefined)(createOutboxMessage());
  await receiver.stop();
  expect(receiver.requests[0]!.headers.get("X-Request-Id")).toBe("request-1");
  expect(result).toEqual({ status: "retry", message: "status 503", retryAfter: 7000 });
});
