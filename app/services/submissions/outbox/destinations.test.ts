import { expect, onTestFinished, test, vi } from "vitest";
import { startBackend } from "../../../../tests/mocks/backend.ts";
import { createWebhookDestination } from "./destinations.ts";

const message = {
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
  ["Tue, 01 Dec 2026 01:00:00 GMT", 3_600_000],
  ["soon", undefined],
])("a busy receiver is retried after its Retry-After: %s", async (header, milliseconds) => {
  vi.setSystemTime("2026-12-01T00:00:00Z");
  onTestFinished(() => void vi.useRealTimers());
  const respondBusy = () => Promise.resolve(new Response("busy", { status: 503, headers: { "Retry-After": header } }));
  const receiver = await startBackend(respondBusy);
  const result = await createWebhookDestination(`${receiver.origin}/hook`, undefined)(message);
  await receiver.stop();
  expect(receiver.requests[0]!.headers.get("X-Request-Id")).toBe("request-1");
  expect(result).toMatchObject({ status: "retry", message: "status 503" });
  expect((result as { retryAfter?: number }).retryAfter).toBe(milliseconds);
});
