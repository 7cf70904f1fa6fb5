import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/**
 * Starts a mail server on loopback, which stores the source of each mail.
 * @param shouldAccept whether the server accepts mail to an address; by default it accepts all
 */
export async function startMailServer(
  shouldAccept: (address: string) => boolean = () => true,
): Promise<{ url: string; mails: string[]; stop(): Promise<void> }> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, callback) {
      callback(shouldAccept(address) ? null : Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }));
    },
    onData(stream, _session, callback) {
      text(stream).then((mail) => {
        mails.push(mail);
        callback();
      }, callback);
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Parses the source of a mail with one part. Line breaks of the text become `\n`. */
export function parseMail(mail: string): { subject: string; replyTo: string | undefined; text: string } {
  const [headerLines = "", ...bodyParts] = mail.split("\r\n\r\n");
  const headers = headerLines.replaceAll(/\r\n[ \t]+/g, " ");
  const getHeader = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(headers)?.[1];
  const body = bodyParts.join("\r\n\r\n");
  const isBase64 = getHeader("Content-Transfer-Encoding") === "base64";
  const text = isBase64
    ? Buffer.from(body, "base64").toString("utf8")
    : decodeQuotedPrintable(body.replaceAll(/=\r\n/g, ""));
  return {
    subject: decodeHeader(getHeader("Subject") ?? ""),
    replyTo: getHeader("Reply-To"),
    text: text.replaceAll("\r\n", "\n"),
  };
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeHeader(header: string): string {
  return header
    .replaceAll(/\?= =\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : decodeQuotedPrintable(text.replaceAll("_", " ")),
    );
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_code, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
