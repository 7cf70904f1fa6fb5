import { createTransport } from "nodemailer";
import type { Destination, Parcel } from "./delivery.ts";

const timeLimit = 10_000;

/** Announces submissions by mail to the owner; an answer goes to the visitor, where the contact is an address. */
export function mailDestination(smtpUrl: string, to: string): Destination {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: timeLimit, socketTimeout: timeLimit });
  return async (parcel) => {
    const { contact } = parcel.payload as { contact?: string };
    await transport.sendMail({
      from: to,
      to,
      ...(contact?.includes("@") && { replyTo: contact }),
      subject: `${parcel.kind} ${parcel.reference}`,
      text: letter(parcel),
      // The same at every try: a mail server that has it may drop the second.
      messageId: `<${parcel.id}@${to.split("@")[1]}>`,
    });
    return { is: "delivered" };
  };
}

/** A line a field, lists below each other. */
function letter({ reference, createdAt, payload }: Parcel): string {
  const lines = Object.entries(payload).map(([field, value]) =>
    Array.isArray(value)
      ? `${field}:\n${value.map((one) => `  ${JSON.stringify(one)}`).join("\n")}`
      : `${field}: ${value}`,
  );
  return [`${reference}, ${createdAt}`, "", ...lines, ""].join("\n");
}
