import type { IncomingMessage, ServerResponse } from "node:http";
import type { Environment } from "../app/platform/environment.ts";
import { QueueFullError, type FairQueue } from "../app/platform/fair-queue.ts";
import type { Log } from "../app/platform/log.ts";
import { emptySource, type PageSource } from "../app/platform/page-source.ts";
import { newRequestId } from "../app/platform/request-id.ts";
import { senderOf } from "../app/platform/sender.ts";
import type { ClientAddress } from "./client-address.ts";
import { negotiateEncoding } from "./compression.ts";
import type { FinishedPage } from "./finished-page.ts";
import { lastResortPage, type LastResortStatus } from "./last-resort-page.ts";
import type { Limits } from "./limits.ts";
import { hasHost, sendResponse, toRequest } from "./node-http.ts";
import type { Asker } from "./page-cache.ts";
import type { Probes } from "./probes.ts";
import { ClientGoneError, closeUnread, readBody } from "./request-body.ts";
import { observeRequest, pageAnswers, staleAges } from "./request-metrics.ts";
import { hasTooLongHeaders, parseTarget } from "./request-target.ts";
import type { SharedPages } from "./shared-pages.ts";
import type { Site } from "./site-build.ts";
import { createPipelineCounter } from "./slow-clients.ts";
import type { StaticFiles } from "./static-files.ts";
import type { Served } from "../app/platform/stale-cache.ts";

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

/** Status in the log where the client left before it was answered; nginx calls it so too. */
const clientClosedRequest = 499;

type Parts = {
  site: Site;
  pages: SharedPages;
  /** In which answers of the site are made. */
  renders: FairQueue;
  files: StaticFiles;
  probes: Probes;
  clientAddress: ClientAddress;
  environment: Pick<Environment, "SITE_URL">;
  limits: Limits;
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
  log: Log;
  isStopping: () => boolean;
};

/** One request and its answer, with what the log and the metrics say of them at its end. */
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  start: number;
  /** Canonical path, and query as requested. */
  path: string;
  search: string;
  /** Pattern of the address, as far as it is known. */
  route: () => string;
  /** State of the page that was sent, where it was one of the cache's. */
  cache?: Served<unknown>["state"] | "own";
  /** The request that a page was made for, where it wasn't this one. */
  madeFor?: string;
};

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers requests: from the page cache before anything else, then from files, then by the site. */
export function createListener(parts: Parts): Listener {
  const { site, pages, renders, files, probes, limits, environment, headers, log } = parts;
  const pipeline = createPipelineCounter(limits.pipelinedRequests);

  /** Sends a page that is there with its bytes made, before anything is built or awaited; `false` where none is. */
  function answerFromCache(exchange: Exchange, key: string): boolean {
    const { request, response } = exchange;
    const served = pages.lookup(key, askerOf(exchange));
    if (!served) return false;
    const encoding = served.value.encodingFor(negotiateEncoding(request.headers["accept-encoding"]));
    if (!served.value.sendNow(response, encoding, serving(exchange, served))) return false;
    note(exchange, served);
    finish(exchange);
    return true;
  }

  async function answer(exchange: Exchange, key: string | undefined, signal: AbortSignal): Promise<void> {
    const { request, response, path } = exchange;
    setHeaders(response, exchange.requestId);
    // Named before they answer: an answer may be at its end, and logged, before they come back.
    exchange.route = () => "probes";
    if (await probes(request, response, path)) return;
    exchange.route = () => "files";
    if (await files(request, response, path)) return;
    exchange.route = () => (key && pages.routeOf(key)) ?? "none";
    if (key === undefined || !(await answerShared(exchange, key, signal))) await answerOwn(exchange, signal);
  }

  /** Sends a page of the cache that may have to be made first; `false` where it turns out to be one visitor's own. */
  async function answerShared(exchange: Exchange, key: string, signal: AbortSignal): Promise<boolean> {
    const { request, response, path, search } = exchange;
    const asker = Object.assign(askerOf(exchange), { signal });
    const served = pages.lookup(key, asker) ?? (await pages.fetch(key, asker));
    const { audience, status } = served.value;
    // A redirect keeps the query that it was asked with; the key has only what decides a page.
    // In loader data the framework says so by 202.
    const isRedirect = (status >= 300 && status < 400) || status === 202;
    const isCutShort = isRedirect && key !== path + search;
    if (audience === "private" || isCutShort) return false;
    note(exchange, served);
    // The page brings every header with it.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    await served.value.send(response, negotiateEncoding(request.headers["accept-encoding"]), serving(exchange, served));
    pages.updateSize(key);
    return true;
  }

  async function answerOwn(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const { request, response, requestId, path, search } = exchange;
    const isRead = request.method === "GET" || request.method === "HEAD";
    const body = isRead ? undefined : await readBody(request, limits.bodyBytes);
    const web = toRequest(request, { target: path + search, origin: environment.SITE_URL, body, signal });
    if (!web) return lastResortPage(response, 400);
    const source: PageSource = emptySource();
    const facts = { id: requestId, clientAddress: parts.clientAddress(request), signal };
    exchange.cache = "own";
    exchange.route = () => source.route;
    const answered = await renders.run(askerOf(exchange).sender, () => site.handle(web, source, facts), signal);
    await sendResponse(request, response, answered);
  }

  function askerOf({ request, requestId }: Exchange): Asker {
    return {
      requestId,
      // Found out where a page has to be made, which is seldom.
      get sender() {
        return senderOf(parts.clientAddress(request)).address;
      },
    };
  }

  function finish(exchange: Exchange): void {
    const { request, response, requestId, start, cache, madeFor } = exchange;
    const milliseconds = performance.now() - start;
    const { method = "" } = request;
    const status = response.headersSent ? response.statusCode : clientClosedRequest;
    if (cache) pageAnswers.inc({ state: cache });
    observeRequest(method, exchange.route(), status, milliseconds / 1000);
    const ms = Math.round(milliseconds * 10) / 10;
    log.info({ requestId, method, path: exchange.path, status, ms, cache, madeFor }, "request");
  }

  function answerSlowly(exchange: Exchange, key: string | undefined): void {
    const { request, response } = exchange;
    const left = new AbortController();
    response.once("finish", () => closeUnread(request, limits.lingerTime));
    response.once("close", () => {
      finish(exchange);
      left.abort(new ClientGoneError("the client has left"));
    });
    answer(exchange, key, left.signal).catch((error: unknown) => {
      if (left.signal.aborted || error instanceof ClientGoneError) return;
      if (error instanceof QueueFullError) refuseBusy(exchange);
      else fail(exchange, error);
    });
  }

  function refuseBusy({ response, requestId }: Exchange): void {
    log.warn({ requestId }, "too many pages are waiting to be made");
    setHeaders(response, requestId);
    lastResortPage(response, 503);
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
    if (pipeline.isExceededBy(request, response)) return void request.socket.destroy();
    // Node then says `Connection: close`, and closes it once the answer is sent.
    if (parts.isStopping()) response.shouldKeepAlive = false;
    if (!methods.has(method)) return refuse(exchange, 405);
    const target = parseTarget(url);
    if ("status" in target) return refuse(exchange, target.status);
    if (hasTooLongHeaders(request)) return refuse(exchange, 431);
    if (!hasHost(request)) return refuse(exchange, 400);
    exchange.path = target.path;
    exchange.search = target.search;
    if (!target.isCanonical) return redirectToCanonical(exchange);
    const hasBody = asked["content-length"] !== undefined || asked["transfer-encoding"] !== undefined;
    const key = hasBody ? undefined : site.sharedPage(method, target.path + target.search, asked);
    if (key !== undefined && answerFromCache(exchange, key)) return;
    answerSlowly(exchange, key);
  }

  /** One address a page: another spelling of its path leads to it, a form with what is in it. */
  function redirectToCanonical(exchange: Exchange): void {
    const { request, response, path, search } = exchange;
    const location = site.addressNow(path) + search.replace(/[^!-~]/g, encodeURIComponent);
    end(exchange, () => {
      const status = request.method === "POST" ? 308 : 301;
      response.writeHead(status, { Location: location, "Cache-Control": "no-store" }).end();
    });
  }

  function refuse(exchange: Exchange, status: LastResortStatus): void {
    end(exchange, () => lastResortPage(exchange.response, status));
  }

  /** Answers before anything of the request was looked at. */
  function end(exchange: Exchange, send: () => void): void {
    const { request, response, requestId } = exchange;
    response.once("finish", () => closeUnread(request, limits.lingerTime));
    setHeaders(response, requestId);
    send();
    finish(exchange);
  }

  return (request, response) => {
    // One of many that were read at once from a connection that has just been closed.
    if (request.socket.destroyed) return;
    const exchange = {
      request,
      response,
      requestId: newRequestId(),
      start: performance.now(),
      path: "",
      search: "",
      route: () => "none",
    };
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

function note(exchange: Exchange, { value, state, age }: Served<FinishedPage>): void {
  exchange.route = () => value.route;
  exchange.cache = state;
  if (state === "stale") staleAges.observe(age / 1000);
  if (state === "new" && value.requestId !== exchange.requestId) exchange.madeFor = value.requestId;
}
