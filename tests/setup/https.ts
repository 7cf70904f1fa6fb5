import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";

export type HttpsResponse = { status: number; headers: IncomingHttpHeaders; body: string };

export type RequestOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Fields of a form, or a raw body. */
  body?: Record<string, string> | string;
  /** Local address of the connection. */
  from?: string;
};

/**
 * Creates a client that sends each request on its own TLS connection and trusts only `authority`. It follows no
 * redirects and decodes no content.
 */
export function createHttpsClient(origin: string, authority: string) {
  return (path: string, { method, headers, body, from }: RequestOptions = {}): Promise<HttpsResponse> => {
    const text = typeof body === "object" ? new URLSearchParams(body).toString() : body;
    return new Promise((resolve, reject) => {
      const options = {
        method: method ?? (text === undefined ? "GET" : "POST"),
        headers: {
          ...(text !== undefined && {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": Buffer.byteLength(text),
          }),
          ...headers,
        },
        ...{ ca: authority, agent: false, localAddress: from, path },
      };
      request(origin, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        );
      })
        .on("error", reject)
        .end(text);
    });
  };
}
