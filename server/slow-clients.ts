import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "./limits.ts";

/** How far the client of an answer has read, and since when. */
type Progress = { bytes: number; at: number };

/**
 * Closes connections whose client doesn't read: nothing for twice `readIdleTime`, or less than `minReadBytes` in `readTime`.
 * What waits for such a client would otherwise be kept for as long as it likes.
 */
export function closeSlowClients(
  server: Server,
  { readIdleTime, readTime, minReadBytes, slowCheckEvery }: Limits,
  now: () => number = () => performance.now(),
): void {
  const open = new Map<ServerResponse, Progress | undefined>();

  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (socket.destroyed) return;
    open.set(response, undefined);
    response.once("close", () => open.delete(response));
  });

  function check(last: Progress | undefined, response: ServerResponse): void {
    const { socket } = response;
    // Nothing to read yet: the site is still at work.
    if (!socket || !response.headersSent) return;
    const bytes = socket.bytesWritten - socket.writableLength;
    if (last && bytes - last.bytes < minReadBytes) {
      if (now() - last.at >= readTime) socket.destroy();
      return;
    }
    open.set(response, { bytes, at: now() });
    // Node's own timer also sees what the system has taken of a single write, from its second round on.
    if (!last) response.setTimeout(readIdleTime, () => socket.destroy());
  }

  setInterval(() => open.forEach(check), slowCheckEvery).unref();
}

/** Counts the requests of a connection that aren't answered yet: a client may send many without reading an answer. */
export function createPipelineCounter(maxRequests: number) {
  const counts = new WeakMap<Socket, number>();
  return {
    /** Counts one more request. @returns whether the connection has more than it may */
    isExceededBy({ socket }: { socket: Socket }, response: ServerResponse): boolean {
      const count = (counts.get(socket) ?? 0) + 1;
      counts.set(socket, count);
      response.once("close", () => counts.set(socket, counts.get(socket)! - 1));
      return count > maxRequests;
    },
  };
}
