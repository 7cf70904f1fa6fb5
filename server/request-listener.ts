import type { IncomingMessage, ServerResponse } from "node:http";
import type { Environment } from "../app/platform/environment.ts";
import type { Log, RequestLine } from "../app/platform/log.ts";
import { takeSource } from "../app/platform/page-source.ts";
import { newRequestId } from "../app/platform/request-id.ts";
import type { ClientAddress } from "./client-address.ts";
import { negotiateEncoding } from "./compression.ts";
import type { FinishedPage } from "./finished-page.ts";
import { lastResortPage } from "./last-resort-page.ts";
import type { Limits } from "./limits.ts";
import { hasHost, sendResponse, toRequest } from "./node-http.ts";
import type { PageCache, Served } from "./page-cache.ts";
import type { Probes } from "./probes.ts";
import { ClientGoneError, closeUnread, readBody } from "./request-body.ts";
import { pageAnswers, requests, staleAges } from "./request-metrics.ts";
import type { Site } from "./site-build.ts";
import type { StaticFiles } from "./static-files.ts";

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

type Parts = {
  site: Site;
  pages: PageCache<FinishedPage>;
  files: StaticFiles;
  probes: Probes;
  clientAddress: ClientAddress;
  environment: Pick<Environment, "SITE_URL">;
  limits: Limits;
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
  log: Log;
  logRequest: (line: RequestLine) => void;
  isStopping: () => boolean;
};

/** One request and its answer, with what the log and the metrics say of them at its end. */
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  start: number;
  route: string;
  /** State of the page that was sent, where it was one of the cache's. */
  cache?: Served<unknown>["state"] | "own";
  /** The request that a page was made for, where it wasn't this one. */
  madeFor?: string;
};

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers requests: from the page cache before anything else, then from files, then by the site. */
export function createListener(parts: Parts): Listener {
  const { site, pages, files, probes, limits, environment, headers, log } = parts;

  /** Sends a page that is there with its bytes made, before anything is built or awaited; `false` where none is. */
  function answerFromCache(exchange: Exchange, key: string): boolean {
    const { request, response, requestId } = exchange;
    const served = pages.lookup(key, requestId);
    if (!served) return false;
    const encoding = served.page.encodingFor(negotiateEncoding(request.headers["accept-encoding"]));
    if (!served.page.sendNow(response, encoding, serving(exchange, served))) return false;
    note(exchange, served);
    finish(exchange);
    return true;
  }

  async function answer(exchange: Exchange, key: string | undefined): Promise<void> {
    const { request, response } = exchange;
    setHeaders(response, exchange.requestId);
    const pathname = decodedPath(request.url ?? "/");
    // Named before they answer: an answer may be at its end, and logged, before they come back.
    exchange.route = "probes";
    if (await probes(request, response, pathname)) return;
    exchange.route = "files";
    if (await files(request, response, pathname)) return;
    exchange.route = "none";
    if (key === undefined || !(await answerShared(exchange, key))) await answerOwn(exchange);
  }

  /** Sends a page of the cache that may have to be made first; `false` where it turns out to be one visitor's own. */
  async function answerShared(exchange: Exchange, key: string): Promise<boolean> {
    const { request, response, requestId } = exchange;
    const served = pages.lookup(key, requestId) ?? (await pages.fetch(key, requestId));
    const { audience, status } = served.page;
    // A redirect keeps the query that it was asked with; the key has only what decides a page.
    // In loader data the framework says so by 202.
    const isRedirect = (status >= 300 && status < 400) || status === 202;
    const isCutShort = isRedirect && key !== request.url;
    if (audience === "private" || isCutShort) return false;
    note(exchange, served);
    // The page brings every header with it.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    await served.page.send(response, negotiateEncoding(request.headers["accept-encoding"]), serving(exchange, served));
    pages.weigh(key);
    return true;
  }

  async function answerOwn(exchange: Exchange): Promise<void> {
    const { request, response, requestId } = exchange;
    const isRead = request.method === "GET" || request.method === "HEAD";
    const body = isRead ? undefined : await readBody(request, limits.bodyBytes);
    const origin = environment.SITE_URL;
    const web = toRequest(request, response, { requestId, origin, clientAddress: parts.clientAddress(request), body });
    if (!web) return lastResortPage(response, 400);
    const answered = await site.handle(web);
    exchange.cache = "own";
    exchange.route = takeSource(answered.headers).route;
    await sendResponse(request, response, answered);
  }

  function finish({ request, response, requestId, start, route, cache, madeFor }: Exchange): void {
    const milliseconds = performance.now() - start;
    const { method = "", url = "" } = request;
    const status = response.statusCode;
    if (cache) pageAnswers[cache]++;
    requests.observe(method, route, status, milliseconds / 1000);
    const ms = Math.round(milliseconds * 10) / 10;
    parts.logRequest({ requestId, method, path: pathOf(url), status, ms, cache, madeFor });
  }

  function answerSlowly(exchange: Exchange, key: string | undefined): void {
    const { request, response } = exchange;
    response.once("finish", () => closeUnread(request, limits.lingerTime));
    response.once("close", () => finish(exchange));
    answer(exchange, key).catch((error: unknown) => {
      if (!(error instanceof ClientGoneError)) fail(exchange, error);
    });
  }

  function fail({ response, requestId }: Exchange, error: unknown): void {
    log.error({ requestId, err: error }, "unexpected error");
    setHeaders(response, requestId);
    lastResortPage(response, 500);
  }

  function setHeaders(response: ServerResponse, requestId: string): void {
    if (response.headersSent) return;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
  }

  function begin(exchange: Exchange): void {
    const { request, response } = exchange;
    const { method = "", url = "", headers: asked } = request;
    // Node then says `Connection: close`, and closes it once the answer is sent.
    if (parts.isStopping()) response.shouldKeepAlive = false;
    if (!methods.has(method)) return refuse(exchange, 405);
    if (!hasHost(request)) return refuse(exchange, 400);
    const hasBody = asked["content-length"] !== undefined || asked["transfer-encoding"] !== undefined;
    const key = hasBody ? undefined : site.sharedPage(method, url, asked);
    if (key !== undefined && answerFromCache(exchange, key)) return;
    answerSlowly(exchange, key);
  }

  function refuse(exchange: Exchange, status: 400 | 405): void {
    const { request, response, requestId } = exchange;
    response.once("finish", () => closeUnread(request, limits.lingerTime));
    setHeaders(response, requestId);
    lastResortPage(response, status);
    finish(exchange);
  }

  return (request, response) => {
    const exchange = { request, response, requestId: newRequestId(), start: performance.now(), route: "none" };
    try {
      begin(exchange);
    } catch (error) {
      fail(exchange, error);
    }
  };
}

function serving({ request, requestId }: Exchange, { age }: Served<unknown>) {
  return {
    requestId,
    ageSeconds: Math.floor(age / 1000),
    isHead: request.method === "HEAD",
    ifNoneMatch: request.headers["if-none-match"],
  };
}

function note(exchange: Exchange, { page, state, age }: Served<FinishedPage>): void {
  exchange.route = page.route;
  exchange.cache = state;
  if (state === "stale") staleAges.observe(age / 1000);
  if (state === "new" && page.requestId !== exchange.requestId) exchange.madeFor = page.requestId;
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

function decodedPath(url: string): string {
  const path = pathOf(url);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
