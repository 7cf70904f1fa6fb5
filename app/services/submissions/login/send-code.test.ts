import { expect, test } from "vitest";
import type { Mailer, MailMessage } from "#app/services/submissions/outbox/mail.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createCodeSender, createRetryingMailer } from "./send-code.ts";

const message = { to: "ada@b.example", subject: "s", text: "123456" };

function createFailingMailer(responseCode: number | undefined, failures: number) {
  let failuresLeft = failures;
  return async () => {
    if (failuresLeft-- <= 0) return;
    const error = new Error("550 <ada@b.example> no such mailbox, 123456");
    throw Object.assign(error, { code: "EENVELOPE", responseCode, rejected: ["ada@b.example"] });
  };
}

test.each([
  [550, 9, []],
  [450, 9, [5000, 30_000]],
  [undefined, 1, [5000]],
])(
  "if the mail server fails with status %s up to %i times, the delays before retries are %j ms, and no log line contains a part of the message",
  async (code, failures, delays) => {
    const log = createRecordingLog();
    const sleptMs: number[] = [];
    const send = createRetryingMailer(createFailingMailer(code, failures), log, async (ms) => void sleptMs.push(ms));
    await send(message);
    expect(sleptMs).toEqual(delays);
    expect(log.lines).toHaveLength(Math.min(failures, delays.length + 1));
    expect(JSON.stringify(log.lines)).not.toMatch(/ada|example|123456/);
  },
);

function createSender(createMailer: (mails: MailMessage[]) => Mailer | undefined) {
  const log = createRecordingLog();
  const mails: MailMessage[] = [];
  const getMessages = (locale: string) => ({ codeSubject: `${locale}: {{name}}`, codeText: "{{code}} for {{name}}" });
  const sender = createCodeSender(log, createMailer(mails), getMessages, () => "$& Herbal");
  sender.send("ada@b.example", "123456", "en");
  return { ...sender, lines: log.lines, mails };
}

test("a code is sent by mail, and not logged", () => {
  const { delivery, canReach, lines, mails } = createSender((sent) => async (mail) => void sent.push(mail));
  expect(mails).toEqual([{ to: "ada@b.example", subject: "en: $& Herbal", text: "123456 for $& Herbal" }]);
  expect([delivery, canReach("ada@b.example"), canReach("13812345678"), lines]).toEqual(["mail", true, false, []]);
});

test("without a mail server a code is logged with only the beginning of the account", () => {
  const { delivery, canReach, lines, mails } = createSender(() => undefined);
  expect(lines).toEqual([{ level: "info", fields: { account: "ad…", code: "123456" }, message: "login code" }]);
  expect([delivery, canReach("13812345678"), mails]).toEqual(["log", true, []]);
});
