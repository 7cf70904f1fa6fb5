import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "./limits.ts";

type Progress = { bytes: number; time: number };

/**
 * Disconnects clients that read nothing for twice `readIdleTimeout`, or less than `minReadBytes` in `minReadWindow`,
 * because their responses would stay in memory.
 */
export function closeSlowClients(
  server: Server,
  { readIdleTimeout, minReadWindow, minReadBytes, maxUnreadBytes, slowCheckInterval }: Limits,
  now: () => number = () => performance.now(),
): void {
  const connections = new Map<Socket, Progress | undefined>();

  server.on("connection", (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });

  function check(last: Progress | undefined, socket: Socket): void {
    // The client has read everything.
    if (socket.writableLength === 0) {
      if (last) connections.set(socket, undefined);
      return;
    }
    const bytes = socket.bytesWritten - socket.writableLength;
    if (last && bytes - last.bytes < minReadBytes) {
      if (now() - last.time >= minReadWindow) socket.destroy();
      return;
    }
    connections.set(socket, { bytes, time: now() });
    // Node's own timer closes the connection, and notices progress within a write.
    if (!last) socket.setTimeout(readIdleTimeout);
  }

  /** If clients have too many unread bytes in total, closes the connections that haven't read for longest. */
  function closeBeyondLimit(): void {
    const waitingConnections = [...connections].filter(([, last]) => last).sort(([, a], [, b]) => b!.time - a!.time);
    let unreadBytes = 0;
    for (const [socket] of waitingConnections)
      if ((unreadBytes += socket.writableLength) > maxUnreadBytes) socket.destroy();
  }

  setInterval(() => {
    closeBeyondLimit();
    connections.forEach(check);
  }, slowCheckInterval).unref();
}

/** Counts a connection's requests that await their responses. */
export function createPipelineCounter(maxRequests: number) {
  const waitingRequests = new WeakMap<Socket, number>();
  return {
    isExceededBy({ socket }: { socket: Socket }, response: ServerResponse): boolean {
      // Node assigns a response its socket once the previous responses are sent.
      if (response.socket) {
        waitingRequests.delete(socket);
        return false;
      }
      const count = (waitingRequests.get(socket) ?? 1) + 1;
      waitingRequests.set(socket, count);
      return count > maxRequests;
    },
  };
}
