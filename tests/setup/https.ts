import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

export type Asked = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** A form's fields, or a body as it is. */
  body?: Record<string, string> | string;
  /** Address of this machine that it comes from. */
  from?: string;
};

/** Asks over TLS, on a connection of its own, trusting only `authority`. Follows no redirect and decodes no encoding. */
export function createHttpsClient(origin: string, authority: string) {
  return (path: string, { method, headers, body, from }: Asked = {}): Promise<Answer> => {
    const text = typeof body === "object" ? new URLSearchParams(body).toString() : body;
    return new Promise((done, fail) => {
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
        response.on("error", fail);
        response.on("end", () =>
          done({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        );
      })
        .on("error", fail)
        .end(text);
    });
  };
}
