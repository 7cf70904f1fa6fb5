import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";

/** Redirects that a GET or HEAD request follows. */
const maxRedirects = 5;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Responses with these statuses have no body. */
const emptyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/** Idle connections are closed after this time, in milliseconds. It is shorter than any server's own timeout. */
const idleTimeoutMs = 4000;

const agents = {
  "http:": new http.Agent({ keepAlive: true, timeout: idleTimeoutMs }),
  "https:": new https.Agent({ keepAlive: true, timeout: idleTimeoutMs }),
};

type HttpFetchOptions = {
  /** Closes the connection when it aborts. @default the request's own */
  signal?: AbortSignal;
  /** Whether GET and HEAD follow redirects or return them. @default "follow" */
  redirect?: "follow" | "manual";
};

/**
 * Like `fetch`, but closes the connection reliably when the signal aborts. `fetch` itself loses the signal at the
 * next garbage collection, and the request then stays open until the server ends it.
 */
export async function httpFetch(
  request: Request,
  { signal = request.signal, redirect = "follow" }: HttpFetchOptions = {},
): Promise<Response> {
  const headers = Object.fromEntries(request.headers);
  const isReadMethod = request.method === "GET" || request.method === "HEAD";
  const body = isReadMethod ? undefined : Buffer.from(await request.arrayBuffer());
  let url = new URL(request.url);
  for (let redirectsLeft = maxRedirects; ; redirectsLeft--) {
    const message = await send(url, request.method, headers, body, signal);
    const { location } = message.headers;
    const isRedirect = redirectStatuses.has(message.statusCode ?? 0) && location !== undefined;
    if (!isRedirect || !isReadMethod || redirect === "manual") return toResponse(message);
    message.destroy();
    if (redirectsLeft === 0) throw new Error("too many redirects");
    const next = new URL(location, url);
    // Credentials are never sent to another origin.
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
    const clientRequest = request(url, {
      method,
      headers: { ...headers, "accept-encoding": "gzip, br", ...(body && { "content-length": body.length }) },
      agent: agents[protocol],
      signal,
    });
    let hasResponse = false;
    clientRequest.once("response", (message) => {
      hasResponse = true;
      resolve(message);
    });
    clientRequest.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection just when this request reused it, so the request is sent again.
      const isClosedBefore = clientRequest.reusedSocket && error.code === "ECONNRESET" && !hasResponse;
      if (isClosedBefore && !body && !signal.aborted) resolve(send(url, method, headers, body, signal));
      else reject(error);
    });
    clientRequest.end(body);
  });
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 502, headers } = message;
  const init = { status, headers: toWebHeaders(headers) };
  if (emptyStatuses.has(status)) {
    message.resume();
    return new Response(null, init);
  }
  return new Response(Readable.toWeb(decompress(message)) as ReadableStream<Uint8Array>, init);
}

function toWebHeaders(headers: IncomingMessage["headers"]): Headers {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) web.append(name, item);
  }
  return web;
}

/** Decodes the body's `Content-Encoding`. */
function decompress(message: IncomingMessage): Readable {
  const encoding = message.headers["content-encoding"];
  const decoder = encoding === "gzip" ? createGunzip() : encoding === "br" ? createBrotliDecompress() : undefined;
  if (!decoder) return message;
  message.on("error", (error) => decoder.destroy(error));
  decoder.on("close", () => message.destroy());
  return message.pipe(decoder);
}
