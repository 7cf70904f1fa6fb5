import type { IncomingMessage, ServerResponse } from "node:http";

export type RecordedMessage = { status: number; headers: Record<string, string>; body: Buffer };

/** The fake closes its connection, because Node writes heads only for connections. */
export function createRecordingResponse(): { message: RecordedMessage; response: ServerResponse } {
  const message: RecordedMessage = { status: 0, headers: {}, body: Buffer.alloc(0) };
  const response = {
    shouldKeepAlive: false,
    req: {} as IncomingMessage,
    destroyed: false,
    writeHead(status: number, list: string[]) {
      message.status = status;
      for (let at = 0; at < list.length; at += 2) message.headers[list[at]!] = list[at + 1]!;
    },
    end: (body?: Buffer) => void (message.body = body ?? Buffer.alloc(0)),
  };
  return { message, response: response as unknown as ServerResponse };
}
