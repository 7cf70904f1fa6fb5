import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Limits } from "./limits.ts";

/**
 * Waits for the body, or for more than `maxBytes`, so that a slow client takes no place in the queue. @throws
 * ClientGoneError
 */
export async function receiveBody(request: IncomingMessage, maxBytes: number, signal?: AbortSignal): Promise<void> {
  // Waits until Node has parsed bytes that came with the headers. A listener added earlier would end an empty stream
  // too early for the next reader.
  await setImmediate();
  if (request.complete || isTooLarge(request, maxBytes)) return;
  await new Promise<void>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (finish: () => void) => {
      request.off("readable", onReadable).off("close", onClose);
      if (size > 0) request.unshift(Buffer.concat(chunks));
      finish();
    };
    const onClose = () => {
      request.off("readable", onReadable);
      reject(new ClientGoneError());
    };
    const onReadable = () => {
      // Reads only buffered bytes: one more call of `read` would end the stream, so the bytes couldn't be put back.
      while (request.readableLength > 0) {
        const chunk = request.read() as Buffer;
        chunks.push(chunk);
        size += chunk.length;
      }
      if (request.complete || size > maxBytes) stop(resolve);
    };
    // A rejected body is freed at once.
    signal?.addEventListener("abort", onClose);
    request
      .on("readable", onReadable)
      .on("close", onClose)
      .on("error", () => undefined);
    onReadable();
  });
}

export function isTooLarge({ headers }: IncomingMessage, maxBytes: number): boolean {
  return Number(headers["content-length"]) > maxBytes;
}

export class ClientGoneError extends Error {
  override name = "ClientGoneError";
}

export function limitSlowBody(
  request: IncomingMessage,
  { bodyWindow, minBodyBytes }: Pick<Limits, "bodyWindow" | "minBodyBytes">,
  onTooSlow: () => void,
): void {
  const { socket } = request;
  let last = socket.bytesRead;
  const timer = setInterval(() => {
    // A full buffer waits for the site, not for the client.
    const isFull = request.readableLength >= request.readableHighWaterMark;
    if (!request.complete && !isFull && socket.bytesRead - last < minBodyBytes) onTooSlow();
    last = socket.bytesRead;
  }, bodyWindow);
  request.once("close", () => clearInterval(timer));
}

type Body = { request: IncomingMessage; sender: string; bytes: number; reject: () => void };

/**
 * Limits the memory for bodies that haven't arrived completely. Beyond `maxUnfinishedBodyBytes`, the sender with the
 * most of them loses its oldest, by a call of `reject`.
 */
export function createBodyLimit({ maxUnfinishedBodyBytes, maxBodyBytes }: Limits) {
  const bodies = new Set<Body>();
  const sum = (some: readonly Body[]) => some.reduce((total, { bytes }) => total + bytes, 0);
  let freeBytes = maxUnfinishedBodyBytes;
  const isExceeded = () => freeBytes < 0;
  const remove = (body: Body) => bodies.delete(body) && (freeBytes += body.bytes);

  return (request: IncomingMessage, sender: string, reject: () => void): void => {
    // At most this much is buffered: a larger body is refused, or stored as it arrives.
    const bytes = Math.min(Number(request.headers["content-length"] ?? maxBodyBytes), maxBodyBytes);
    const body = { request, sender, bytes, reject };
    bodies.add(body);
    freeBytes -= bytes;
    request.once("close", () => remove(body));
    while (isExceeded()) {
      const groups = [...Map.groupBy(bodies, (one) => one.sender).values()].sort((a, b) => sum(b) - sum(a));
      const [oldest] = groups[0]!;
      remove(oldest!);
      if (!oldest!.request.complete) oldest!.reject();
    }
  };
}

export function drainOrDestroy(request: IncomingMessage, lingerTime: number): void {
  if (request.complete) return;
  // Discards the rest of the body, which the site may have stopped reading.
  request.removeAllListeners("data").resume();
  // Closing at once resets the connection, and the client may lose the response.
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, lingerTime);
  request.once("close", () => clearTimeout(timer));
}
