import type { Kysely } from "kysely";
import { createRateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { createLoginCodes } from "#app/services/submissions/login/login-codes.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { createDelivery } from "#app/services/submissions/outbox/delivery.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

/** Stores twenty submissions of a visitor with notes and deliveries, a login code and a session. */
export async function createVisitorData(database: Kysely<Tables>, contact: string, text: string): Promise<void> {
  const repository = createRepository(database, ["webhook"]);
  for (let n = 0; n < 20; n++) {
    const payload = { name: `name ${text}`, contact, content: `${text} `.repeat(n * 20) };
    const { id } = await repository.store({ kind: "guestbook", payload, contact, idempotencyKey: `${text}${n}` });
    await repository.addNote(id, `note about ${contact}, ${text}`);
    const result = { status: "retry", message: `no mailbox ${contact}` } as const;
    await createDelivery(database, { webhook: async () => result }, createRecordingLog()).deliverNow(id);
  }
  await createRateLimiter(database).countCode(contact, "1.2.3.4");
  await createLoginCodes(database).issue(contact, "browser");
  await createSessions(database).open(contact);
}
