import { Agent, request, type IncomingMessage } from "node:http";
import { request as requestByTls, Agent as TlsAgent } from "node:https";
import { buffer } from "node:stream/consumers";
import type { RunningSite } from "#tests/setup/site/running-site.ts";

export type PlainResponse = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const tlsAgent = new TlsAgent({ keepAlive: true });

/** `authority` is the certificate, as PEM, of the authority that the client trusts. */
export type PlainTarget = Pick<RunningSite, "origin"> & { authority?: string | undefined };

/** Sends a request unchanged. The response isn't decoded, and redirects aren't followed. */
export function requestPlain(
  { origin, authority }: PlainTarget,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<PlainResponse> {
  return new Promise((resolve, reject) => {
    const onResponse = (response: IncomingMessage) => {
      const { statusCode: status = 0, headers: responseHeaders } = response;
      buffer(response).then((body) => resolve({ status, headers: responseHeaders, body }), reject);
    };
    const options = { path, method, headers };
    const clientRequest = authority
      ? requestByTls(origin, { ...options, agent: tlsAgent, ca: authority }, onResponse)
      : request(origin, { ...options, agent }, onResponse);
    clientRequest.on("error", (error: NodeJS.ErrnoException) => {
      // Repeats the request if the server has closed an idle connection just when it was used again.
      if (!clientRequest.reusedSocket || error.code !== "ECONNRESET") reject(error);
      else requestPlain({ origin, authority }, path, headers, method).then(resolve, reject);
    });
    clientRequest.end();
  });
}
