import { expect, test } from "vitest";
import { findFreePort } from "#tests/setup/free-port.ts";
import { createOutboxMessage } from "#tests/setup/outbox-message.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { createWebhookDestination } from "./destinations.ts";

test("a busy destination is retried after its Retry-After", async () => {
  const receiver = await startBackend(
    async () => new Response("busy", { status: 503, headers: { "Retry-After": "7" } }),
  );
  const result = await createWebhookDestination(`${receiver.origin}/hook`, undefined)(createOutboxMessage());
  await receiver.stop();
  expect(receiver.requests[0]!.headers.get("X-Request-Id")).toBe("request-1");
  expect(result).toEqual({ status: "retry", message: "status 503", retryAfter: 7000 });
});

test("an unreachable destination is named in the error", async () => {
  const address = `127.0.0.1:${await findFreePort()}`;
  const deliver = createWebhookDestination(`http://${address}/hook`, undefined);
  await expect(deliver(createOutboxMessage())).rejects.toThrow(`connect ECONNREFUSED ${address}`);
});
