import type { IncomingMessage } from "node:http";

/**
 * Reads a body, one byte more than `most` where there is more: whoever reads that sees that it is too much. What a client
 * says beforehand is too much isn't read at all. Rejects where the client goes away.
 */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  if (isTooLarge(request, most)) return Promise.resolve(Buffer.alloc(0));
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (finish: () => void) => {
      request.off("data", add).off("end", end).off("close", gone);
      // Left flowing: the connection is closed by `closeUnread` if the rest goes on and on.
      finish();
    };
    const end = () => stop(() => done(Buffer.concat(chunks)));
    const gone = () => stop(() => fail(new ClientGoneError()));
    const add = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most) stop(() => done(Buffer.concat(chunks).subarray(0, most + 1)));
    };
    request
      .on("data", add)
      .on("end", end)
      .on("close", gone)
      .on("error", () => undefined);
  });
}

/** Whether a request says itself that its body is larger than that. */
export function isTooLarge({ headers }: IncomingMessage, most: number): boolean {
  return Number(headers["content-length"]) > most;
}

/** The client closed the connection before its request was whole: there is nobody to answer. */
export class ClientGoneError extends Error {
  override name = "ClientGoneError";
}

/** Reads and drops what a client still sends after its answer, for a while: then the connection is closed on it. */
export function closeUnread(request: IncomingMessage, lingerTime: number): void {
  if (request.complete) return;
  request.resume();
  // Closed at once, the connection would be reset, and with it an answer that the client has yet to read.
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, lingerTime);
  request.once("close", () => clearTimeout(timer));
}
