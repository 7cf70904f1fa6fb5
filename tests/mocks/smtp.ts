import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/**
 * Decides how the server answers a mail that it has read to its end. Without an answer the server stores the mail and waits.
 */
type Answer = (answer: (error?: Error) => void, hangUp: () => void) => void;

/** Starts a mail server on loopback, which stores each mail to an address that it accepts. */
export async function startMailServer(
  shouldAccept: (address: string) => boolean = () => true,
  answerMail: Answer = (answer) => answer(),
): Promise<{ url: string; mails: Email[]; stop(): Promise<void> }> {
  const mails: Email[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      callback(shouldAccept(address) ? null : Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }));
    },
    onData(stream, _session, callback) {
      buffer(stream)
        .then((source) => PostalMime.parse(source))
        .then((mail) => {
          mails.push(mail);
          answerMail(callback, () => sockets.forEach((socket) => socket.destroy()));
        }, callback);
    },
  });
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
