import { Agent, request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { RunningSite } from "./running-site.ts";

export type PlainResponse = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Sends a request unchanged. The response isn't decoded, and redirects aren't followed. */
export function requestPlain(
  { origin }: Pick<RunningSite, "origin">,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<PlainResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(origin, { path, method, headers, agent }, (response) => {
      const { statusCode: status = 0, headers: responseHeaders } = response;
      buffer(response).then((body) => resolve({ status, headers: responseHeaders, body }), reject);
    });
    clientRequest.on("error", (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection just when it is used again.
      if (!clientRequest.reusedSocket || error.code !== "ECONNRESET") reject(error);
      else requestPlain({ origin }, path, headers, method).then(resolve, reject);
    });
    clientRequest.end();
  });
}
