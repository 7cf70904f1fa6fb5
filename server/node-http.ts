import type { IncomingMessage, ServerResponse } from "node:http";
import { writeReadableStreamToWritable } from "@react-router/node";
import { compress, isCompressible, negotiateEncoding } from "./compression.ts";
import { sendBytes } from "./send-bytes.ts";

type RequestOptions = {
  /** Canonical path and query. */
  target: string;
  /** `SITE_URL`. If it isn't set, the origin is taken from the Host header, which a client can forge. */
  origin: string | undefined;
  body: Buffer | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

/** Converts a Node request into a web request; `undefined` if its URL is invalid. */
export function toRequest(
  request: IncomingMessage,
  { target, origin, body, signal }: RequestOptions,
): Request | undefined {
  const base = origin ?? `http://${request.headers.host ?? "localhost"}`;
  if (!URL.canParse(base + target)) return undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  const init = { method: request.method, headers, signal };
  return new Request(base + target, body ? { ...init, body: new Uint8Array(body) } : init);
}

/** Whether the Host header is a host and nothing else, because it becomes part of a URL. Only HTTP/1.0 may omit it. */
export function hasValidHost({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === "1.0";
  // Node uses the first of several Host headers; a proxy may have used another.
  if (countHeader("host", rawHeaders) > 1) return false;
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
}

function countHeader(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index]!;
    if (headerName.length === name.length && headerName.toLowerCase() === name) count++;
  }
  return count;
}

/** Sends a web response, compressed if it is text and the client accepts it. */
export async function sendResponse(request: IncomingMessage, response: ServerResponse, web: Response): Promise<void> {
  response.statusCode = web.status;
  for (const [name, value] of web.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = web.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  const isText = isCompressible(web.headers.get("Content-Type") ?? "");
  if (isText) response.appendHeader("Vary", "Accept-Encoding");
  if (!web.body || request.method === "HEAD") response.end();
  else if (isText) await sendText(request, response, web);
  else await writeReadableStreamToWritable(web.body, response);
}

async function sendText(request: IncomingMessage, response: ServerResponse, web: Response): Promise<void> {
  const encoding = negotiateEncoding(request.headers["accept-encoding"]);
  const body = await compress(Buffer.from(await web.arrayBuffer()), encoding);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  sendBytes(response, body);
}
