import { Readable } from "node:stream";
import { domainToASCII } from "node:url";
import type { Environment } from "#app/services/runtime/environment.ts";
import {
  findEmail,
  formatDetails,
  formatSubject,
  readSubmissionFields,
} from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import type { Destination, OutboxMessage } from "./delivery.ts";

/**
 * Maximum milliseconds. `end`: until the end of the message is sent. `answer`: from then until the final response, as
 * in RFC 5321, 4.5.3.2.6.
 */
export const mailLimitsMs = { end: 50_000, answer: 10 * 60_000 };

/** `to` and `replyTo` are addresses without names. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
  messageId?: string;
};

/**
 * @param beforeEnd awaited before the end of the message is sent, after which the message may arrive
 * @throws if the mail server doesn't accept the message
 */
export type Mailer = (message: MailMessage, beforeEnd?: () => Promise<void>) => Promise<void>;

/** Thrown if a sent message got no final response. */
export class NoFinalResponseError extends Error {
  override name = "NoFinalResponseError";
}

/** @param from address of the sender */
export async function createMailer(smtpUrl: string, from: string, limitsMs = mailLimitsMs): Promise<Mailer> {
  // Imports the library here, so that a site without a mail server doesn't load it.
  const { createTransport } = await import("nodemailer");
  // Passes objects: nodemailer would parse a string as a list, to which a visitor could add recipients.
  const toMailbox = (address: string) => ({ name: "", address });
  return async ({ to, replyTo, ...rest }, beforeEnd) => {
    const mailboxes = { from: toMailbox(from), to: toMailbox(to), replyTo: replyTo && toMailbox(replyTo) };
    const transport = createTransport({ url: smtpUrl, socketTimeout: limitsMs.answer });
    const controller = new AbortController();
    const { signal } = controller;
    const slowError = Object.assign(new Error("the mail server is too slow"), { code: "ETIMEDOUT" });
    const timer = setTimeout(() => controller.abort(slowError), limitsMs.end);
    let hasEnded = false;
    // nodemailer reads this stream after the mail server has accepted the command DATA.
    async function* watchEnd(source: Readable) {
      yield* source;
      await beforeEnd?.();
      clearTimeout(timer);
      hasEnded = true;
    }
    transport.use("stream", ({ message }, done) => {
      message.processFunc((source) => Readable.from(watchEnd(source as Readable)));
      done();
    });
    try {
      await transport.sendMail({ ...rest, ...mailboxes, headers: { "Auto-Submitted": "auto-generated" }, signal });
    } catch (error) {
      // Only 4xx and 5xx reject the mail. The server's 354 merely requests the text.
      const isRefused = /^[45]/.test(describeMailError(error).response ?? "");
      if (hasEnded && !isRefused)
        throw new NoFinalResponseError("the mail server received the mail, but gave no final answer", { cause: error });
      // Throws the reason of the abort, because nodemailer replaces it with an error of its own.
      throw signal.aborted ? slowError : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Returns an error's code and the class of its SMTP status. Omits the message, because it contains email addresses. */
export function describeMailError(error: unknown): { code?: string; response?: string } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof responseCode === "number" && { response: `${Math.floor(responseCode / 100)}xx` }),
  };
}

/** Returns the sender of all mails: the mail server's account, because many servers refuse every other sender. */
export function getFromAddress(
  smtpUrl: string,
  { MAIL_FROM, MAIL_TO }: Pick<Environment, "MAIL_FROM" | "MAIL_TO">,
): string {
  const { username, hostname } = new URL(smtpUrl);
  return MAIL_FROM ?? toHeaderAddress(decodeURIComponent(username)) ?? MAIL_TO ?? `no-reply@${hostname}`;
}

/**
 * Returns an address that every mail server accepts; `undefined` for other text, or non-ASCII characters before the @.
 */
function toHeaderAddress(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  return at > 0 && domain !== "" && /^[!-~]+$/.test(address.slice(0, at))
    ? `${address.slice(0, at)}@${domain}`
    : undefined;
}

/** Replies go to the visitor's email address, if any. */
export function createMailDestination(send: Mailer, to: string, ownerTexts: OwnerTexts): Destination {
  return async (message) => {
    const email = findEmail(readSubmissionFields(message.payload));
    const replyTo = email && toHeaderAddress(email);
    const adviceKey = replyTo ? "mail.reply" : email ? "mail.write" : "mail.call";
    const mail = {
      to,
      replyTo,
      subject: message.reminder?.[0] ?? formatSubject(message, ownerTexts),
      text: message.reminder?.slice(2).join("\n") ?? formatBody(message, ownerTexts.t(adviceKey), ownerTexts),
      // The message id never changes, so that mail servers can drop duplicates.
      messageId: `<${message.id}@${to.split("@")[1]}>`,
    };
    try {
      await send(mail, () => message.expectResponse(mailLimitsMs.answer));
      return { status: "delivered" };
    } catch (error) {
      if (error instanceof NoFinalResponseError) return { status: "uncertain", message: error.message };
      const { code = "no code", response = "" } = describeMailError(error);
      return { status: "retry", message: (error as Error).message, reason: `${code} ${response}`.trim() };
    }
  };
}

/** Formats plain text, in which mail programs link addresses and phone numbers. */
function formatBody(message: OutboxMessage, advice: string, ownerTexts: OwnerTexts): string {
  const url = ownerTexts.getMessageUrl(message.reference);
  const instruction = url ? [ownerTexts.t("mail.desk", { url })] : [];
  return [...formatDetails(message, ownerTexts), "", "-- ", advice, ...instruction, ""].join("\n");
}
