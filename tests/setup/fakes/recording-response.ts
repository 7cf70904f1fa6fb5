import type { IncomingMessage, ServerResponse } from "node:http";
import type { Encoding } from "#app/services/runtime/web/compression.ts";
import type { PageResponse } from "#server/page-cache/page-response.ts";
import type { SendOptions } from "#server/page-cache/send-page.ts";

export type RecordedMessage = { status: number; headers: Record<string, string>; body: Buffer };

/** Creates a fake response. It is without keep-alive, because it has no connection to which a head could be written. */
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

export const createSendOptions = (more: Partial<SendOptions> = {}): SendOptions => ({
  requestId: "mine",
  ageSeconds: 3,
  isStale: false,
  isHead: false,
  ifNoneMatch: undefined,
  ...more,
});

/** Sends a page. @returns the recorded response */
export async function sendTo(
  page: PageResponse,
  encoding: Encoding,
  more: Partial<SendOptions> = {},
): Promise<RecordedMessage> {
  const { message, response } = createRecordingResponse();
  await page.send(response, encoding, createSendOptions(more));
  return message;
}
