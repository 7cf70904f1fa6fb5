import { normaliseContact } from "./contact.ts";
import { indented, oneLine } from "./plain-text.ts";
import type { Destination, Parcel } from "./delivery.ts";

const timeLimit = 10_000;

/** An address, never a text to be read as one: the library would find names, comments and lists in it. */
type Mailbox = { address: string; name?: string };

export type Letter = {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  replyTo?: Mailbox;
  messageId?: string;
};

/** Sends one letter; throws where the mail server doesn't take it. */
export type Mailer = (letter: Letter) => Promise<void>;

/** A mailer over the server of `SMTP_URL`, with ten seconds for each step. */
export async function createMailer(smtpUrl: string): Promise<Mailer> {
  // A site without a mail server starts without its code.
  const { createTransport } = await import("nodemailer");
  const limits = { connectionTimeout: timeLimit, greetingTimeout: timeLimit, socketTimeout: timeLimit };
  const transport = createTransport({ url: smtpUrl, ...limits });
  return async (one) => {
    const name = ({ name = "", address }: Mailbox) => ({ name, address });
    const { from, to, replyTo, ...rest } = one;
    await transport.sendMail({ ...rest, from: name(from), to: name(to), ...(replyTo && { replyTo: name(replyTo) }) });
  };
}

/** What may be logged of a letter that could not be sent: the library's own message has addresses in it. */
export function mailProblem(error: unknown): { code?: string; response?: string } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof responseCode === "number" && { response: `${Math.floor(responseCode / 100)}xx` }),
  };
}

/** Whom letters are from that nobody configured: the mail server's account, or nobody at its host. */
export function senderOf(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl);
  const account = decodeURIComponent(username);
  return account.includes("@") ? account : `no-reply@${hostname}`;
}

/** Announces submissions by mail to the owner; an answer goes to the visitor, where the contact is an address. */
export function mailDestination(send: Mailer, to: string): Destination {
  return async (parcel) => {
    const contact = normaliseContact(String(parcel.payload["contact"] ?? ""));
    await send({
      from: { address: to },
      to: { address: to },
      ...(contact?.includes("@") && { replyTo: { address: contact } }),
      subject: `${parcel.kind} ${parcel.reference}`,
      text: letter(parcel),
      // The same at every try: a mail server that has it may drop the second.
      messageId: `<${parcel.id}@${to.split("@")[1]}>`,
    });
    return { is: "delivered" };
  };
}

/** A line a field, lists and further lines below it. */
function letter({ reference, createdAt, payload }: Parcel): string {
  const lines = Object.entries(payload).map(([field, value]) =>
    Array.isArray(value)
      ? `${field}:\n${value.map((one) => `  ${oneLine(one)}`).join("\n")}`
      : `${field}: ${indented(value)}`,
  );
  return [`${reference}, ${createdAt}`, "", ...lines, ""].join("\n");
}
