import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createRequestId } from "#app/services/runtime/web/request-ids.ts";
import { createPlainErrorMessage, type PlainErrorStatus } from "./plain-error-page.ts";

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Matches a request line with any method; Node's parser knows only some. */
const requestLinePattern = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/;

function chooseStatus({ code, rawPacket }: ClientError): PlainErrorStatus {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  const isUnknownMethod =
    code === "HPE_INVALID_METHOD" && requestLinePattern.test(String(rawPacket?.subarray(0, 8192)));
  return isUnknownMethod ? 405 : 400;
}

/** Responds to malformed and slow requests and CONNECT, which emit no `request` event. */
export function handleClientErrors(server: Server, headers: Readonly<Record<string, string>>): void {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  server.on("request", ({ socket }, response) => void lastResponses.set(socket, response));
  const respondAndClose = (socket: Duplex, status: PlainErrorStatus) => {
    // A second response must not be written into the first.
    const last = lastResponses.get(socket);
    const hasBegun = last?.headersSent && !last.writableFinished;
    if (!socket.writable || hasBegun) return void socket.destroy();
    socket.end(createPlainErrorMessage(status, createRequestId(), headers), () => socket.destroy());
  };
  server.on("clientError", (error: ClientError, socket) => {
    if (error.code === "ECONNRESET") return void socket.destroy();
    respondAndClose(socket, chooseStatus(error));
  });
  server.on("connect", (_request, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    respondAndClose(socket, 405);
  });
}
