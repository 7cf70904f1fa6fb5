import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server on loopback that takes every letter, or those to whom it `accepts`, and keeps it as it came over the wire. */
export async function startSmtp(
  accepts: (address: string) => boolean = () => true,
): Promise<{ url: string; letters: string[]; stop(): Promise<void> }> {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      done(accepts(address) ? null : Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }));
    },
    onData(stream, _session, done) {
      text(stream).then((letter) => {
        letters.push(letter);
        done();
      }, done);
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
