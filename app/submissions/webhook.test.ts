import { expect, test } from "vitest";
import { startBackend } from "../../tests/mocks/backend.ts";
import { webhookDestination } from "./webhook.ts";

const parcel = {
  id: "1",
  reference: "ABCDEFGH",
  kind: "guestbook",
  createdAt: "",
  payload: {},
  idempotencyKey: "k",
  requestId: "request-1",
} as const;

test.each([
  ["7", 7000],
  [new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  ["soon", undefined],
])("a receiver that is busy is tried again as it asks: %s", async (header, milliseconds) => {
  const busy = () => Promise.resolve(new Response("busy", { status: 503, headers: { "Retry-After": header } }));
  const receiver = await startBackend(busy);
  const outcome = await webhookDestination(`${receiver.origin}/hook`, undefined)(parcel);
  await receiver.stop();
  expect(receiver.requests[0]!.headers.get("X-Request-Id")).toBe("request-1");
  expect(outcome).toMatchObject({ is: "later", message: "status 503" });
  const { retryAfter } = outcome as { retryAfter?: number };
  if (milliseconds === undefined) expect(retryAfter).toBeUndefined();
  else expect(Math.abs(retryAfter! - milliseconds)).toBeLessThan(5000);
});
