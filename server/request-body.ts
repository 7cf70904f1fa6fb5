import type { IncomingMessage } from "node:http";

/**
 * Reads a request's body. A body that is too large is cut after `maxBytes + 1` bytes, so that the caller can see it.
 * If `Content-Length` is already too large, nothing is read.
 * @throws ClientGoneError if the client disconnects
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (isTooLarge(request, maxBytes)) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (finish: () => void) => {
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      // Node discards the rest of the body as it arrives. `drainOrDestroy` closes the connection if the body doesn't end.
      finish();
    };
    const onEnd = () => stop(() => resolve(Buffer.concat(chunks)));
    const onClose = () => stop(() => reject(new ClientGoneError()));
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) stop(() => resolve(Buffer.concat(chunks).subarray(0, maxBytes + 1)));
    };
    request
      .on("data", onData)
      .on("end", onEnd)
      .on("close", onClose)
      .on("error", () => undefined);
  });
}

/** Whether `Content-Length` exceeds a limit. */
export function isTooLarge({ headers }: IncomingMessage, maxBytes: number): boolean {
  return Number(headers["content-length"]) > maxBytes;
}

/** The client disconnected before its request was complete. */
export class ClientGoneError extends Error {
  override name = "ClientGoneError";
}

/** Discards the rest of a request after the response, and closes the connection if it takes too long. */
export function drainOrDestroy(request: IncomingMessage, lingerTime: number): void {
  if (request.complete) return;
  request.resume();
  // Closing at once would reset the connection, and the client might lose the response.
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, lingerTime);
  request.once("close", () => clearTimeout(timer));
}
