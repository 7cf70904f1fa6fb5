import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";

/** Hops that a reading request follows where it is sent elsewhere. */
const maxRedirects = 5;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Statuses whose answers have no body. */
const emptyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/** Milliseconds for which an idle connection is kept: less than any server does. */
const idleTime = 4000;

const agents = {
  "http:": new http.Agent({ keepAlive: true, timeout: idleTime }),
  "https:": new https.Agent({ keepAlive: true, timeout: idleTime }),
};

type HttpFetchOptions = {
  /** Closes the connection when it aborts. @default the request's own */
  signal?: AbortSignal;
  /** Whether a reading request follows where it is sent, or returns that answer. @default "follow" */
  redirect?: "follow" | "manual";
};

/**
 * As `fetch`, but the connection is closed for certain once the signal aborts. `fetch` itself forgets a signal with the next
 * garbage collection, and the request then stays open for as long as the other side likes.
 */
export async function httpFetch(
  request: Request,
  { signal = request.signal, redirect = "follow" }: HttpFetchOptions = {},
): Promise<Response> {
  const headers = Object.fromEntries(request.headers);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const body = isRead ? undefined : Buffer.from(await request.arrayBuffer());
  let url = new URL(request.url);
  for (let left = maxRedirects; ; left--) {
    const message = await send(url, request.method, headers, body, signal);
    const { location } = message.headers;
    const isRedirect = redirectStatuses.has(message.statusCode ?? 0) && location !== undefined;
    if (!isRedirect || !isRead || redirect === "manual") return toResponse(message);
    message.destroy();
    if (left === 0) throw new Error("too many redirects");
    const next = new URL(location, url);
    // What proves who is asking is for nobody else.
    if (next.origin !== url.origin) delete headers["authorization"];
    url = next;
  }
}

function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { protocol } = url;
    if (protocol !== "http:" && protocol !== "https:") return reject(new Error(`no way to ask ${protocol}`));
    const { request } = protocol === "http:" ? http : https;
    const asked = request(url, {
      method,
      headers: { ...headers, "accept-encoding": "gzip, br", ...(body && { "content-length": body.length }) },
      agent: agents[protocol],
      signal,
    });
    let hasAnswer = false;
    asked.once("response", (message) => {
      hasAnswer = true;
      resolve(message);
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just as it was taken for this request.
      const isClosedBefore = asked.reusedSocket && error.code === "ECONNRESET" && !hasAnswer;
      if (isClosedBefore && !body && !signal.aborted) resolve(send(url, method, headers, body, signal));
      else reject(error);
    });
    asked.end(body);
  });
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 502, headers } = message;
  const init = { status, headers: webHeaders(headers) };
  if (emptyStatuses.has(status)) {
    message.resume();
    return new Response(null, init);
  }
  return new Response(Readable.toWeb(decoded(message)) as ReadableStream<Uint8Array>, init);
}

function webHeaders(headers: IncomingMessage["headers"]): Headers {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) web.append(name, one);
  }
  return web;
}

/** The body as it was before it was compressed for the way. */
function decoded(message: IncomingMessage): Readable {
  const encoding = message.headers["content-encoding"];
  const decoder = encoding === "gzip" ? createGunzip() : encoding === "br" ? createBrotliDecompress() : undefined;
  if (!decoder) return message;
  message.on("error", (error) => decoder.destroy(error));
  decoder.on("close", () => message.destroy());
  return message.pipe(decoder);
}
