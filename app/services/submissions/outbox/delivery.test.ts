import { expect, test } from "vitest";
import { toTime } from "#app/services/submissions/database/time.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createDelivery } from "./delivery.ts";
import { createMailDestination } from "./mail.ts";

test("each failed delivery is logged as a warning with its reason, without personal data", async () => {
  const database = await openMemoryDatabase();
  const repository = createRepository(database, ["api", "mail", "webhook"]);
  const { id } = await repository.store({ kind: "guestbook", payload: {}, contact: "x", idempotencyKey: "k" });
  const ownerTexts = await createOwnerTexts({ OWNER_LANGUAGE: "en", OWNER_TIME_ZONE: "UTC", SITE_URL: undefined });
  const rejectMail = () =>
    Promise.reject(Object.assign(new Error("550 ada@example.com"), { code: "EENVELOPE", responseCode: 550 }));
  const log = createRecordingLog();
  const destinations = {
    api: async () => ({ status: "refused" as const, message: "ada@example.com is blocked", reason: "code 4002" }),
    mail: createMailDestination(rejectMail, "owner@qigu.example", ownerTexts),
    webhook: () => Promise.reject(new Error("connect ECONNREFUSED 127.0.0.1:9")),
  };
  await createDelivery(database, destinations, log).deliverNow(id);
  const reasons = log.lines.map(({ level, fields }) => {
    const { destination, status, reason } = fields as Record<string, string>;
    return [level, destination, status, reason].join(" ");
  });
  expect(reasons.sort()).toEqual([
    "warn api refused code 4002",
    "warn mail pending EENVELOPE 5xx",
    "warn webhook pending connect ECONNREFUSED 127.0.0.1:9",
  ]);
});

test("deliveries stored or claimed while the clock was a month ahead aren't delayed", async () => {
  const database = await openMemoryDatabase();
  const repository = createRepository(database, ["webhook"]);
  let time = Date.now() + 30 * 86_400_000;
  const log = createRecordingLog();
  let isWebhookUp = false;
  const webhook = async () =>
    isWebhookUp ? { status: "delivered" as const } : { status: "retry" as const, message: "down" };
  const delivery = createDelivery(database, { webhook }, log, { now: () => time });
  for (const idempotencyKey of ["a", "b"])
    await repository.store({ kind: "guestbook", payload: {}, contact: "x", idempotencyKey });
  await database
    .updateTable("delivery")
    .set({ next_attempt_at: toTime(0), lease_until: toTime(0) })
    .execute();
  expect(await delivery.deliverDue("webhook")).toHaveLength(2);
  const oneDelivery = database.selectFrom("delivery").select("submission_id").limit(1);
  await database
    .updateTable("delivery")
    .set({ lease_until: toTime(time + 1000) })
    .where("submission_id", "in", oneDelivery)
    .execute();
  expect(await delivery.deliverDue("webhook")).toEqual([]);
  time -= 30 * 86_400_000;
  isWebhookUp = true;
  expect((await delivery.deliverDue("webhook")).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
});
