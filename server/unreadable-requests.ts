import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { newRequestId } from "../app/platform/request-id.ts";
import { lastResortMessage, type LastResortStatus } from "./last-resort-page.ts";

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** A request line that is well-formed, whatever its method: Node's parser reads only the methods that it knows. */
const requestLine = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** The status of a request that Node's parser gave up. */
export function statusOf({ code, rawPacket }: ClientError): LastResortStatus {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  const isUnknownMethod = code === "HPE_INVALID_METHOD" && requestLine.test(String(rawPacket?.subarray(0, 8192)));
  return isUnknownMethod ? 405 : 400;
}

/** Answers requests that never become one: malformed, too slow, or by a method that needs a connection of its own. */
export function answerUnreadable(server: Server, headers: Readonly<Record<string, string>>): void {
  const end = (socket: Duplex, status: LastResortStatus) => {
    // An answer that has begun must not get another into its middle; Node's own handler looks there too.
    const current = (socket as Duplex & { _httpMessage?: { headersSent: boolean } })._httpMessage;
    if (!socket.writable || current?.headersSent) return void socket.destroy();
    socket.end(lastResortMessage(status, newRequestId(), headers), () => socket.destroy());
  };
  server.on("clientError", (error: ClientError, socket) => {
    if (error.code === "ECONNRESET") return void socket.destroy();
    end(socket, statusOf(error));
  });
  server.on("connect", (_request, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    end(socket, 405);
  });
}
