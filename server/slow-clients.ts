import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "./limits.ts";

/** How far the client of a connection has read, and since when. */
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
  const connections = new Map<Socket, Progress | undefined>();

  server.on("connection", (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });

  function check(last: Progress | undefined, socket: Socket): void {
    // Nothing waits for the client.
    if (socket.writableLength === 0) {
      if (last) connections.set(socket, undefined);
      return;
    }
    const bytes = socket.bytesWritten - socket.writableLength;
    if (last && bytes - last.bytes < minReadBytes) {
      if (now() - last.at >= readTime) socket.destroy();
      return;
    }
    connections.set(socket, { bytes, at: now() });
    // Node closes the connection by its own timer, which also sees what the system has taken of a single write.
    if (!last) socket.setTimeout(readIdleTime);
  }

  setInterval(() => connections.forEach(check), slowCheckEvery).unref();
}

/** Counts the requests of a connection that came before the one before them was answered. */
export function createPipelineCounter(maxRequests: number) {
  const pipelines = new WeakMap<Socket, { last: ServerResponse; count: number }>();
  return {
    /** Counts one more request. @returns whether the connection has more than it may */
    isExceededBy({ socket }: { socket: Socket }, response: ServerResponse): boolean {
      const pipeline = pipelines.get(socket);
      if (!pipeline) {
        pipelines.set(socket, { last: response, count: 1 });
        return false;
      }
      pipeline.count = pipeline.last.writableFinished ? 1 : pipeline.count + 1;
      pipeline.last = response;
      return pipeline.count > maxRequests;
    },
  };
}
