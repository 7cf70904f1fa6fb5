import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";
import { text as readText } from "node:stream/consumers";

export type HttpsResponse = { status: number; headers: IncomingHttpHeaders; body: string };

export type RequestOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Fields of a form, or a raw body. */
  body?: Record<string, string> | string;
  /** Local address of the connection. */
  from?: string;
};

/** Creates a client that trusts only `authority`. Each request has its own connection, and follows no redirects. */
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
        const { statusCode: status = 0, headers } = response;
        readText(response).then((body) => resolve({ status, headers, body }), reject);
      })
        .on("error", reject)
        .end(text);
    });
  };
}
