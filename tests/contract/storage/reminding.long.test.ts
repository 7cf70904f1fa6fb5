import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { createReminderTask, withReminders } from "#app/services/submissions/inbox/reminders.ts";
import { createDelivery, storeSystemMessage, type DeliveryResult } from "#app/services/submissions/outbox/delivery.ts";
import { createMailDestination, type MailMessage } from "#app/services/submissions/outbox/mail.ts";
import { listLastAnnouncements, storeAnnouncement } from "#app/services/submissions/outbox/search-engines.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

const minuteMs = 60_000;
const variables = { SITE_URL: "https://qigu.example", DESK_ACCOUNTS: ["li@qigu.example"], OWNER_LANGUAGE: "en" };

describeEachDatabase((storage) => {
  const { now } = storage;
  let count = 0;

  async function createNode(timeZone: string, database: Kysely<Tables> = storage.database) {
    const ownerTexts = await createOwnerTexts({ ...variables, OWNER_TIME_ZONE: timeZone });
    const mails: MailMessage[] = [];
    const times: string[] = [];
    const refusal = { current: false };
    const send = async (mail: MailMessage) => {
      if (refusal.current) throw new Error("no mail server");
      mails.push(mail);
      times.push(ownerTexts.formatSortableTime(now()));
    };
    const refuse = async (): Promise<DeliveryResult> => ({
      status: "refused",
      message: "it isn't for this destination",
    });
    const mail = createMailDestination(send, "owner@qigu.example", ownerTexts);
    const destinations = { api: refuse, webhook: refuse, mail: withReminders(mail, database, ownerTexts, now) };
    const remind = createReminderTask(database, destinations, ownerTexts, now);
    const { deliverDue } = createDelivery(database, destinations, createRecordingLog(), { now });
    const work = async () => {
      await remind();
      for (const name of ["api", "webhook", "mail"] as const) await deliverDue(name);
    };
    return { mails, times, refusal, work };
  }

  type Node = Awaited<ReturnType<typeof createNode>>;

  async function runUntil(end: string, ...nodes: Node[]): Promise<void> {
    for (; storage.time < Date.parse(end); storage.time += 15 * minuteMs)
      await Promise.all(nodes.map(({ work }) => work()));
  }

  const createInbox = () => createRepository(storage.database, [], now);

  async function receive(time: string, name: string) {
    storage.time = Date.parse(time);
    const payload = { name, contact: "wang@example.com", locale: "cn" };
    return createInbox().store({
      kind: "quotation",
      payload,
      contact: "wang@example.com",
      idempotencyKey: `k${count++}`,
    });
  }

  test("Friday evening's inquiry is in the reminder of Monday morning, and of each working day until it is done", async () => {
    const node = await createNode("Asia/Shanghai");
    const { id, reference } = await receive("2026-11-27T19:00:00+08:00", "王伟");
    await runUntil("2026-12-01T20:00:00+08:00", node);
    expect(node.times).toEqual(["2026-11-30 08:00", "2026-12-01 08:00"]);
    expect(node.mails[0]).toMatchObject({
      to: "owner@qigu.example",
      replyTo: undefined,
      subject: "1 message or inquiry has waited for more than a day",
      text:
        "To note something or mark it as done: https://qigu.example/desk/messages\n\n" +
        `2026-11-27 19:00 Inquiry: 王伟 (${reference})`,
    });
    await createInbox().markAsDone(id);
    await runUntil("2026-12-05T00:00:00+08:00", node);
    expect(node.mails).toHaveLength(2);
  });

  test("a reminder is sent at the first full hour of the morning at which a message has waited for a day", async () => {
    const node = await createNode("Asia/Shanghai");
    await receive("2026-11-25T09:30:00+08:00", "Ada");
    await runUntil("2026-11-26T09:00:00+08:00", node);
    expect(node.times).toEqual([]);
    await runUntil("2026-11-27T00:00:00+08:00", node);
    expect(node.times).toEqual(["2026-11-26 10:00"]);
  });

  test("a site that didn't run in the morning sends no reminder in the afternoon", async () => {
    await receive("2026-11-24T09:30:00+08:00", "Ada");
    storage.time = Date.parse("2026-11-26T12:00:00+08:00");
    const node = await createNode("Asia/Shanghai");
    await runUntil("2026-11-27T08:00:00+08:00", node);
    expect(node.times).toEqual([]);
    await runUntil("2026-11-27T08:15:00+08:00", node);
    expect(node.times).toEqual(["2026-11-27 08:00"]);
  });

  test("two nodes and a restarted one together send one reminder", async () => {
    await receive("2026-11-27T19:00:00+08:00", "Ada");
    const nodes = [await createNode("Asia/Shanghai"), await createNode("Asia/Shanghai", await storage.openOther())];
    await runUntil("2026-11-30T08:30:00+08:00", ...nodes);
    nodes.push(await createNode("Asia/Shanghai"));
    await runUntil("2026-11-30T13:00:00+08:00", ...nodes);
    expect(nodes.flatMap(({ times }) => times)).toHaveLength(1);
  });

  // Makes 1,000 attempts: if storeSystemMessage didn't ignore conflicts, one of a few hundred would fail in PostgreSQL.
  test("if two nodes store the same reminder at once, it is stored once, without an error", async () => {
    const databases = [storage.database, await storage.openOther()];
    const store = (database: Kysely<Tables>, key: string) =>
      database.transaction().execute((transaction) => storeSystemMessage(transaction, key, {}, ["mail"], now()));
    for (let n = 0; n < 1000; n++) {
      const isStored = await Promise.all(databases.map((database) => store(database, `reminder-${n}`)));
      expect(isStored.toSorted()).toEqual([false, true]);
    }
  });

  test.each([
    ["2026-10-23T18:00:00+02:00", "2026-10-26T08:00:00+01:00"],
    ["2026-03-27T18:00:00+01:00", "2026-03-30T08:00:00+02:00"],
  ])("reminders are sent at eight o'clock after a change of clocks at the weekend (%s)", async (friday, monday) => {
    const node = await createNode("Europe/Berlin");
    await receive(friday, "Ada");
    await runUntil(monday, node);
    expect(node.times).toEqual([]);
    await node.work();
    expect(node.times).toEqual([`${monday.slice(0, 10)} 08:00`]);
  });

  test("a failed reminder is retried on the same day only, with the messages that wait then", async () => {
    const node = await createNode("Asia/Shanghai");
    const { id } = await receive("2026-11-26T07:00:00+08:00", "Ada");
    await receive("2026-11-26T07:30:00+08:00", "Bob");
    node.refusal.current = true;
    await runUntil("2026-11-27T11:00:00+08:00", node);
    node.refusal.current = false;
    await createInbox().markAsDone(id);
    await runUntil("2026-11-28T00:00:00+08:00", node);
    expect(node.mails.map(({ text }) => text)).toEqual([expect.not.stringContaining("Ada")]);
    expect(node.mails[0]!.text).toContain("Bob");

    node.refusal.current = true;
    await runUntil("2026-12-01T00:00:00+08:00", node);
    node.refusal.current = false;
    await runUntil("2026-12-01T07:45:00+08:00", node);
    expect(node.mails).toHaveLength(1);
    expect(await storage.database.selectFrom("delivery").select("status").execute()).toEqual([{ status: "delivered" }]);
  });

  test("a reminder lists at most the 20 longest waiting messages, on one line each, and the outbox stores no names", async () => {
    const node = await createNode("Asia/Shanghai");
    for (let n = 10; n < 33; n++)
      await receive(`2026-11-24T10:${n}:00+08:00`, n === 10 ? `A\nda ${"x".repeat(60)}` : `N${n}`);
    await runUntil("2026-11-25T12:00:00+08:00", node);
    const lines = node.mails[0]!.text.split("\n").slice(2);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatch(/^2026-11-24 10:10 Inquiry: A da x{15}… \(/);
    expect(lines.slice(19)).toEqual([expect.stringContaining("N29"), "and 3 more"]);
    const announcementQuery = storage.database
      .selectFrom("submission")
      .select("payload")
      .where("kind", "=", "announcement");
    expect(await announcementQuery.execute()).toEqual([{ payload: "{}" }]);
  });

  test("reminders aren't in the inbox, and don't hide the responses of search engines", async () => {
    const { database } = storage;
    await storeAnnouncement(database, ["baidu"], { release: "r", urls: ["https://qigu.example/"] }, now());
    storage.time += minuteMs;
    for (let n = 0; n < 25; n++) await storeSystemMessage(database, `reminder-${n}`, {}, ["mail"], now());
    expect(await createInbox().list()).toEqual([]);
    expect(await listLastAnnouncements(database)).toMatchObject([{ engine: "baidu", status: "pending" }]);
  });
});
