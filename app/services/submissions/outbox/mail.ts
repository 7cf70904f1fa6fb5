import type { Destination, OutboxMessage } from "./delivery.ts";
import { findEmail, formatDetails, formatSubject, readSubmissionFields } from "./describe.ts";
import type { Owner } from "../inbox/owner.ts";

const timeoutMs = 10_000;

/** Name and address are separate fields, because nodemailer parses a single text for names, comments and lists. */
type Mailbox = { address: string; name?: string };

export type MailMessage = {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  replyTo?: Mailbox;
  messageId?: string;
};

/** Sends a message. @throws if the mail server doesn't accept it */
export type Mailer = (message: MailMessage) => Promise<void>;

/** Creates a mailer for the server at `SMTP_URL`. Connecting, greeting and each idle wait time out after ten seconds. */
export async function createMailer(smtpUrl: string): Promise<Mailer> {
  // The import is dynamic, so that a site without a mail server doesn't load the library.
  const { createTransport } = await import("nodemailer");
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, ...limits });
  return async (message) => {
    const withName = ({ name = "", address }: Mailbox) => ({ name, address });
    const { from, to, replyTo, ...rest } = message;
    await transport.sendMail({
      ...rest,
      from: withName(from),
      to: withName(to),
      ...(replyTo && { replyTo: withName(replyTo) }),
    });
  };
}

/** Returns the parts of a mail error that may be logged. The library's message contains e-mail addresses. */
export function describeMailError(error: unknown): { code?: string; response?: string } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof responseCode === "number" && { response: `${Math.floor(responseCode / 100)}xx` }),
  };
}

/** Returns the default sender: the mail server's account if it is an address, otherwise no-reply at the server's host. */
export function getFromAddress(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl);
  const account = decodeURIComponent(username);
  return account.includes("@") ? account : `no-reply@${hostname}`;
}

/** Creates a destination that mails submissions to the owner. Replies go to the visitor if they gave an e-mail address. */
export function createMailDestination(send: Mailer, to: string, owner: Owner): Destination {
  return async (message) => {
    const email = findEmail(readSubmissionFields(message.payload));
    await send({
      from: { address: to },
      to: { address: to },
      ...(email && { replyTo: { address: email } }),
      subject: formatSubject(message, owner),
      text: formatBody(message, email !== undefined, owner),
      // The message id is the same at every attempt, so that a mail server can drop duplicates.
      messageId: `<${message.id}@${to.split("@")[1]}>`,
    });
    return { status: "delivered" };
  };
}

/** Formats the body as plain text. Mail programs link addresses and phone numbers themselves. */
function formatBody(message: OutboxMessage, hasEmail: boolean, owner: Owner): string {
  const advice = hasEmail ? owner.t("mail.reply") : owner.t("mail.call");
  const instruction = owner.t("mail.done", { reference: message.reference });
  return [...formatDetails(message, owner), "", "-- ", advice, instruction, ""].join("\n");
}
