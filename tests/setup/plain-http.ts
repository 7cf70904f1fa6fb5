import { Agent, request, type IncomingMessage } from "node:http";
import type { RunningSite } from "./running-site.ts";

export type Got = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Asks a site as sent: nothing is decoded, followed or added. */
export function askOf(
  { origin }: RunningSite,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Got> {
  return new Promise((done, fail) => {
    const sent = request(origin + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", fail);
      const { statusCode: status = 0, headers: answered } = response;
      response.on("end", () => done({ status, headers: answered, body: Buffer.concat(chunks) }));
    });
    sent.on("error", fail).end();
  });
}
