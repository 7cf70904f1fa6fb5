import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A real mail server on loopback, as far as a client can tell: it takes every letter and keeps it. */
export async function startSmtp(): Promise<{ url: string; letters: string[]; stop(): Promise<void> }> {
  const letters: string[] = [];
  const server = createServer((socket) => converse(socket, letters));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

function converse(socket: Socket, letters: string[]): void {
  let letter: string | undefined;
  let rest = "";
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    if (letter !== undefined) {
      if (line !== ".") return void (letter += `${line}\n`);
      letters.push(letter);
      letter = undefined;
      return say("250 kept");
    }
    if (/^DATA/i.test(line)) {
      letter = "";
      return say("354 go on");
    }
    if (/^QUIT/i.test(line)) return void socket.end("221 bye\r\n");
    return say("250 ok");
  };
  say("220 mail.test ESMTP");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString("utf8")).split("\r\n");
    rest = lines.pop() ?? "";
    lines.forEach(hear);
  });
  socket.on("error", () => socket.destroy());
}
