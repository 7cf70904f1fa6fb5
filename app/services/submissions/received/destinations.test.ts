import { expect, test } from "vitest";
import { verifySignature } from "#app/services/runtime/signature.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { createOutboxMessage } from "#tests/setup/fakes/outbox-message.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import { createWebhookDestination } from "./destinations.ts";

test("a webhook receives the submission as JSON, and a signature only if there is a secret", async () => {
  const receiver = await startBackend(async () => new Response());
  for (const secrets of [undefined, ["s".repeat(32)]])
    await createWebhookDestination(`${receiver.origin}/hook`, secrets)(createOutboxMessage({ name: "Ada" }));
  const [unsigned, signed] = receiver.requests;
  const { id, reference, kind, createdAt, payload } = createOutboxMessage({ name: "Ada" });
  const body = await signed!.clone().text();
  expect(JSON.parse(body)).toEqual({ event: "submission.created", id, reference, kind, createdAt, payload });
  const expectedHeaders = { "content-type": "application/json", "idempotency-key": "k" };
  expect(Object.fromEntries(signed!.headers)).toMatchObject(expectedHeaders);
  expect(verifySignature(signed!.headers, body, ["s".repeat(32)])).toBeDefined();
  expect([...unsigned!.headers.keys()].filter((name) => name === "x-signature")).toEqual([]);
  await receiver.stop();
});

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
