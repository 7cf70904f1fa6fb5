import type { OutboxMessage } from "#app/services/submissions/outbox/delivery.ts";

export const createOutboxMessage = (
  payload: OutboxMessage["payload"] = {},
  kind: OutboxMessage["kind"] = "guestbook",
): OutboxMessage => ({
  id: "1",
  reference: "RPKPG4GA",
  kind,
  createdAt: "2026-11-21T05:50:00.000Z",
  payload,
  idempotencyKey: "k",
  requestId: "request-1",
  expectResponse: async () => undefined,
});
