import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createRetryingMailer } from "#app/services/submissions/login/send-code.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { startMailServer } from "#tests/mocks/smtp.ts";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createDelivery } from "./delivery.ts";
import { createMailDestination, createMailer, NoFinalResponseError } from "./mail.ts";

const limits = { end: 1000, answer: 300 };
const to = "owner@qigu.example";
const codeMail = { to, subject: "Code", text: "code" };

async function startServer(answerMail: Parameters<typeof startMailServer>[1]) {
  const server = await startMailServer(undefined, answerMail);
  onTestFinished(() => server.stop());
  return server;
}

/** Creates an outbox with one message, and a clock that the test sets. */
async function createOutbox(url: string, limitsMs = limits) {
  const database = await openMemoryDatabase();
  const clock = { time: Date.now() };
  const now = () => clock.time;
  const repository = createRepository(database, ["mail"], now);
  const { id } = await repository.store({ kind: "guestbook", payload: {}, contact: "x", idempotencyKey: "k" });
  const mail = createMailDestination(
    await createMailer(url, to, limitsMs),
    to,
    await createOwnerTexts({ OWNER_TIME_ZONE: "UTC" }),
  );
  const delivery = createDelivery(database, { mail }, createRecordingLog(), { now });
  const getStatus = async () => (await repository.find(id))!.status;
  return { clock, database, delivery, getStatus, id, repository };
}

test("a mail server that answers late, within the limit, gets the mail once", async () => {
  const server = await startServer((answer) => setTimeout(answer, 200));
  const { clock, delivery, getStatus, id } = await createOutbox(server.url);
  const firstDelivery = delivery.deliverNow(id);
  await expect.poll(() => server.mails.length).toBe(1);
  clock.time += 60_000;
  expect([await delivery.deliverDue("mail"), await getStatus()]).toEqual([[], "pending"]);
  await firstDelivery;
  expect([server.mails.length, await getStatus()]).toEqual([1, "delivered"]);
});

test.each<[string, NonNullable<Parameters<typeof startMailServer>[1]>]>([
  ["never answers the end of a mail", () => {}],
  ["is gone after the end of a mail", (_answer, hangUp) => hangUp()],
  ["answers the end of a mail as its begin", (answer) => answer(Object.assign(new Error("go"), { responseCode: 354 }))],
])("a mail to a server that %s is uncertain, and only a person sends it again", async (_name, answerMail) => {
  const server = await startServer(answerMail);
  const { clock, delivery, getStatus, id, repository } = await createOutbox(server.url);
  await delivery.deliverNow(id);
  expect(await getStatus()).toBe("uncertain");
  expect(await repository.findRefusal(id)).toBeUndefined();
  expect(await repository.list({ status: "uncertain" })).toMatchObject([
    { id, messages: ["mail: the mail server received the mail, but gave no final answer"] },
  ]);
  clock.time += 40 * 24 * 3_600_000;
  expect([await delivery.deliverDue("mail"), server.mails.length]).toEqual([[], 1]);
  expect(await repository.retry(id)).toBe(true);
  expect(await getStatus()).toBe("failed");
  await delivery.deliverDue("mail");
  expect(server.mails).toHaveLength(2);
  const [first, second] = server.mails;
  expect(first!.messageId).toBe(second!.messageId);
});

test("a mail that the server refuses temporarily after receiving it is sent again", async () => {
  const busyStates = [true, false];
  const server = await startServer((answer) =>
    answer(busyStates.shift() ? Object.assign(new Error("busy"), { responseCode: 451 }) : undefined),
  );
  const { clock, delivery, getStatus, id } = await createOutbox(server.url);
  await delivery.deliverNow(id);
  expect(await getStatus()).toBe("pending");
  clock.time += 60_000;
  await delivery.deliverDue("mail");
  expect(await getStatus()).toBe("delivered");
});

test.each(["connect", "EHLO", "MAIL", "RCPT", "DATA"])(
  "a delivery that fails at the step %s, before the end of the mail, is retried",
  async (step) => {
    for (const failure of ["hang", "close"] as const) {
      const { clock, delivery, getStatus, id } = await createOutbox(await startFailingServer(step, failure), {
        end: 300,
        answer: 300,
      });
      await delivery.deliverNow(id);
      expect([failure, await getStatus()]).toEqual([failure, "pending"]);
      clock.time += 60_000;
      expect(await delivery.deliverDue("mail")).toMatchObject([{ status: "retry" }]);
    }
  },
);

test.each(["hang", "close"] as const)(
  "a mail that the server stopped reading midway (%s) counts as not delivered",
  async (failure) => {
    const send = await createMailer(await startFailingServer("body", failure), to, { end: 300, answer: 300 });
    let hasEnded = false;
    const sending = send(
      { ...codeMail, text: "a line of text\n".repeat(2_000_000) },
      async () => void (hasEnded = true),
    );
    await expect(sending).rejects.not.toThrow(NoFinalResponseError);
    expect(hasEnded).toBe(false);
  },
);

test("a process that ends while it waits for the answer leaves the mail uncertain", async () => {
  const server = await startServer(() => {});
  const { clock, database, delivery, getStatus, id, repository } = await createOutbox(server.url, {
    end: 1000,
    answer: 60_000,
  });
  void delivery.deliverNow(id).catch(() => undefined);
  await expect.poll(() => server.mails.length).toBe(1);
  // The response may still arrive, so no process sends the mail again.
  expect([await getStatus(), await repository.retry(id)]).toEqual(["pending", false]);
  clock.time += 3_600_000;
  let count = 0;
  const mail = async () => (count++, { status: "delivered" as const });
  const afterRestart = createDelivery(database, { mail }, createRecordingLog(), { now: () => clock.time });
  expect([await afterRestart.deliverDue("mail"), count, await getStatus()]).toEqual([[], 0, "uncertain"]);
  expect(await repository.retry(id)).toBe(true);
  await afterRestart.deliverDue("mail");
  expect(await getStatus()).toBe("delivered");
});

test("a login code that may have arrived isn't sent again", async () => {
  const server = await startServer((_answer, hangUp) => hangUp());
  const send = createRetryingMailer(await createMailer(server.url, to, limits), createRecordingLog(), () => sleep(0));
  await send(codeMail);
  expect(server.mails).toHaveLength(1);
});

/** Starts a mail server that hangs, or closes the connection, at one step. @returns its address */
async function startFailingServer(step: string, failure: "hang" | "close"): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const stop = () => (failure === "close" ? socket.destroy() : undefined);
    if (step === "connect") return stop();
    socket.write("220 ready\r\n");
    socket.on("data", (data) => {
      const command = data.toString().slice(0, 4);
      if (command === step) return stop();
      if (command !== "DATA") return socket.write("250 ok\r\n");
      socket.pause();
      socket.write("354 go on\r\n", stop);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
