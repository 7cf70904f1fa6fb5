import type { Destination, OutboxMessage } from "./delivery.ts";
import { findEmail, formatDetails, formatSubject, readSubmissionFields } from "./describe.ts";
import type { Owner } from "../inbox/owner.ts";

const timeoutMs = 10_000;

/** `from`, `to` and `replyTo` are addresses alone. */
export type MailMessage = {
  from: string;
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
  messageId?: string;
};

/** @throws if the mail server doesn't accept it */
export type Mailer = (message: MailMessage) => Promise<void>;

/** Connecting, greeting and each idle wait time out after ten seconds. */
export async function createMailer(smtpUrl: string): Promise<Mailer> {
  // The import is dynamic, so that a site without a mail server doesn't load the library.
  const { createTransport } = await import("nodemailer");
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, ...limits });
  // An object: nodemailer would parse a string as an address list, so a visitor could add recipients.
  const toMailbox = (address: string) => ({ name: "", address });
  return async ({ from, to, replyTo, ...rest }) => {
    const mailboxes = { from: toMailbox(from), to: toMailbox(to), replyTo: replyTo && toMailbox(replyTo) };
    await transport.sendMail({ ...rest, ...mailboxes });
  };
}

/** The library's message contains email addresses, which aren't logged. */
export function describeMailError(error: unknown): { code?: string; response?: string } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof responseCode === "number" && { response: `${Math.floor(responseCode / 100)}xx` }),
  };
}

/** The mail server's account if it is an address, otherwise no-reply at the server's host. */
export function getFromAddress(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl);
  const account = decodeURIComponent(username);
  return account.includes("@") ? account : `no-reply@${hostname}`;
}

/** Replies go to the visitor if they gave an email address. */
export function createMailDestination(send: Mailer, to: string, owner: Owner): Destination {
  return async (message) => {
    const email = findEmail(readSubmissionFields(message.payload));
    const mail = {
      from: to,
      to,
      replyTo: email,
      subject: formatSubject(message, owner),
      text: formatBody(message, email !== undefined, owner),
      // The message id is the same at every attempt, so that a mail server can drop duplicates.
      messageId: `<${message.id}@${to.split("@")[1]}>`,
    };
    try {
      await send(mail);
      return { status: "delivered" };
    } catch (error) {
      const { code = "no code", response = "" } = describeMailError(error);
      return { status: "retry", message: (error as Error).message, reason: `${code} ${response}`.trim() };
    }
  };
}

/** Mail programs link addresses and phone numbers themselves. */
function formatBody(message: OutboxMessage, hasEmail: boolean, owner: Owner): string {
  const advice = hasEmail ? owner.t("mail.reply") : owner.t("mail.call");
  const url = owner.getMessageUrl(message.reference);
  const instruction = url ? [owner.t("mail.desk", { url })] : [];
  return [...formatDetails(message, owner), "", "-- ", advice, ...instruction, ""].join("\n");
}
