import { getErrorStatus } from "../app/http/http-error.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Environment } from "../app/services/runtime/environment.ts";
import { QueueFullError, type FairQueue } from "../app/services/runtime/fair-queue.ts";
import type { Log } from "../app/services/runtime/log.ts";
import { createPageSource, type PageSource } from "../app/http/page-source.ts";
import type { RequestIds } from "../app/http/request-ids.ts";
import { getSender } from "../app/http/sender.ts";
import type { ClientAddress } from "./client-address.ts";
import { negotiateEncoding } from "./compression.ts";
import type { PageResponse } from "./page-response.ts";
import { sendPlainErrorPage, type PlainErrorStatus } from "./plain-error-page.ts";
import type { Limits } from "./limits.ts";
import { hasValidHost, sendResponse, toRequest } from "./node-http.ts";
import type { Requester } from "./page-cache.ts";
import type { Probes } from "./probes.ts";
import { ClientGoneError, drainOrDestroy, readBody } from "./request-body.ts";
import { countPageResponse, observeRequest, staleAges } from "./request-metrics.ts";
import { getTraceId, type ReadRequestIds } from "./request-ids.ts";
import { hasTooLargeHeaders, parseTarget } from "./request-target.ts";
import type { SharedPages } from "./shared-pages.ts";
import type { Site } from "./site-build.ts";
import { createPipelineCounter } from "./slow-clients.ts";
import type { StaticFiles } from "./static-files.ts";
import type { ServedValue } from "../app/services/runtime/stale-cache.ts";

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

/** The log's status for a client that left before its response; nginx uses the same number. */
const clientClosedRequestStatus = 499;

type ListenerOptions = {
  site: Site;
  pages: SharedPages;
  /** Limits how many pages render at a time. */
  renders: FairQueue;
  files: StaticFiles;
  probes: Probes;
  clientAddress: ClientAddress;
  readIds: ReadRequestIds;
  environment: Pick<Environment, "SITE_URL">;
  limits: Limits;
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
  log: Log;
  isStopping: () => boolean;
  /** Records a span for each request; `undefined` without a collector. */
};

/** A request, its response, and what the log and the metrics record at its end. */
type Exchange = RequestIds & {
  request: IncomingMessage;
  response: ServerResponse;
  start: number;
  /** Canonical path, and the query as requested. */
  path: string;
  search: string;
  /** Pattern of the route, as far as it is known. */
  route: () => string;
  /** Where the page came from; "own" was rendered for this visitor alone. */
  cache?: ServedValue<unknown>["state"] | "own";
  /** Id of the request that the page was rendered for, if it was another one. */
  madeFor?: string;
};

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Responds from the page cache first, then from files, then by rendering. */
export function createListener(listenerOptions: ListenerOptions): Listener {
  const { site, pages, renders, files, probes, readIds, limits, environment, headers, log } = listenerOptions;
  const pipeline = createPipelineCounter(limits.maxPipelinedRequests);

  /** Sends a cached page whose bytes are ready, without waiting for anything. @returns whether it was sent */
  function respondFromCache(exchange: Exchange, key: string): boolean {
    const { request, response } = exchange;
    const servedPage = pages.lookup(key, createRequester(exchange));
    if (!servedPage) return false;
    const encoding = servedPage.value.chooseEncoding(negotiateEncoding(request.headers["accept-encoding"]));
    if (!servedPage.value.sendNow(response, encoding, createSendOptions(exchange, servedPage))) return false;
    recordServed(exchange, servedPage);
    finish(exchange);
    return true;
  }

  async function respond(exchange: Exchange, key: string | undefined, signal: AbortSignal): Promise<void> {
    const { request, response, path } = exchange;
    setHeaders(response, exchange.requestId);
    // The route is set before the response, because the response may be logged before the call returns.
    exchange.route = () => "probes";
    if (await probes(request, response, path)) return;
    exchange.route = () => "files";
    if (await files(request, response, path)) return;
    exchange.route = () => (key && pages.getRoute(key)) ?? "none";
    if (key === undefined || !(await respondShared(exchange, key, signal))) await respondUncached(exchange, signal);
  }

  /** Sends a shared page, after rendering it if needed; `false` if the page belongs to one visitor. */
  async function respondShared(exchange: Exchange, key: string, signal: AbortSignal): Promise<boolean> {
    const { request, response, path, search } = exchange;
    const requester = Object.assign(createRequester(exchange), { signal });
    const servedPage = pages.lookup(key, requester) ?? (await pages.fetch(key, requester));
    const { audience, status } = servedPage.value;
    // A redirect keeps the whole query, but the key has only the parameters that decide a page.
    // The framework sends redirects of loader data with status 202.
    const isRedirect = (status >= 300 && status < 400) || status === 202;
    const isQueryLost = isRedirect && key !== path + search;
    if (audience === "private" || isQueryLost) return false;
    recordServed(exchange, servedPage);
    // The page sets all headers itself.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    await servedPage.value.send(
      response,
      negotiateEncoding(request.headers["accept-encoding"]),
      createSendOptions(exchange, servedPage),
    );
    pages.updateSize(key);
    return true;
  }

  async function respondUncached(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const { request, response, requestId, traceparent, path, search } = exchange;
    const isReadMethod = request.method === "GET" || request.method === "HEAD";
    const body = isReadMethod ? undefined : await readBody(request, limits.maxBodyBytes);
    const web = toRequest(request, { target: path + search, origin: environment.SITE_URL, body, signal });
    if (!web) return sendPlainErrorPage(response, 400);
    const source: PageSource = createPageSource();
    const clientAddress = listenerOptions.clientAddress(request);
    const facts = { id: requestId, traceparent, clientAddress, signal };
    exchange.cache = "own";
    exchange.route = () => source.route;
    const webResponse = await renders.run(
      createRequester(exchange).sender,
      () => site.handle(web, source, facts),
      signal,
    );
    await sendResponse(request, response, webResponse);
  }

  function createRequester({ request, requestId, traceparent }: Exchange): Requester {
    return {
      requestId,
      traceparent,
      // A getter, because only rendering a page needs the sender.
      get sender() {
        return getSender(listenerOptions.clientAddress(request)).address;
      },
    };
  }

  function finish(exchange: Exchange): void {
    const { request, response, requestId, traceparent, start, cache, madeFor } = exchange;
    const traceId = traceparent && getTraceId(traceparent);
    const milliseconds = performance.now() - start;
    const { method = "" } = request;
    const status = response.headersSent ? response.statusCode : clientClosedRequestStatus;
    const route = exchange.route();
    if (cache) countPageResponse(cache);
    observeRequest(method, route, status, milliseconds / 1000);
    const ms = Math.round(milliseconds * 10) / 10;
    log.info({ requestId, traceId, method, path: exchange.path, status, ms, cache, madeFor }, "request");
  }

  function respondAsync(exchange: Exchange, key: string | undefined): void {
    const { request, response } = exchange;
    const clientGone = new AbortController();
    response.once("finish", () => drainOrDestroy(request, limits.lingerTimeout));
    response.once("close", () => {
      finish(exchange);
      clientGone.abort(new ClientGoneError("the client has left"));
    });
    respond(exchange, key, clientGone.signal).catch((error: unknown) => {
      if (clientGone.signal.aborted || error instanceof ClientGoneError) return;
      if (error instanceof QueueFullError) rejectBusy(exchange);
      else respondWithFailure(exchange, error);
    });
  }

  function rejectBusy({ response, requestId }: Exchange): void {
    log.warn({ requestId }, "too many pages are waiting to be rendered");
    setHeaders(response, requestId);
    sendPlainErrorPage(response, 503);
  }

  function respondWithFailure({ response, requestId }: Exchange, error: unknown): void {
    // The API failed while a file was written. The site has logged that. Its status says whether the API is unavailable.
    const status = getErrorStatus(error);
    if (status === undefined) log.error({ requestId, err: error }, "unexpected error");
    setHeaders(response, requestId);
    sendPlainErrorPage(response, status === 503 ? 503 : 500);
  }

  function setHeaders(response: ServerResponse, requestId: string): void {
    if (response.headersSent) return;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
  }

  function dispatch(exchange: Exchange): void {
    const { request, response } = exchange;
    const { method = "", url = "", headers: requestHeaders } = request;
    if (pipeline.isExceededBy(request, response)) return void request.socket.destroy();
    // Node then sends `Connection: close`, and closes the connection after the response.
    if (listenerOptions.isStopping()) response.shouldKeepAlive = false;
    if (!methods.has(method)) return reject(exchange, 405);
    const target = parseTarget(url);
    if ("status" in target) return reject(exchange, target.status);
    if (hasTooLargeHeaders(request)) return reject(exchange, 431);
    if (!hasValidHost(request)) return reject(exchange, 400);
    exchange.path = target.path;
    exchange.search = target.search;
    if (!target.isCanonical) return redirectToCanonical(exchange);
    const hasBody = requestHeaders["content-length"] !== undefined || requestHeaders["transfer-encoding"] !== undefined;
    const key = hasBody ? undefined : site.getSharedPageKey(method, target.path + target.search, requestHeaders);
    if (key !== undefined && respondFromCache(exchange, key)) return;
    respondAsync(exchange, key);
  }

  /**
   * Redirects other spellings of a path to the canonical one, so that each page has one URL. 308 keeps a form's data.
   */
  function redirectToCanonical(exchange: Exchange): void {
    const { request, response, path, search } = exchange;
    const location = site.resolveOldAddress(path, search.replace(/[^!-~]/g, encodeURIComponent));
    respondEarly(exchange, () => {
      const status = request.method === "POST" ? 308 : 301;
      response.writeHead(status, { Location: location, "Cache-Control": "no-store" }).end();
    });
  }

  function reject(exchange: Exchange, status: PlainErrorStatus): void {
    respondEarly(exchange, () => sendPlainErrorPage(exchange.response, status));
  }

  /** Responds before the request is dispatched. */
  function respondEarly(exchange: Exchange, send: () => void): void {
    const { request, response, requestId } = exchange;
    response.once("finish", () => drainOrDestroy(request, limits.lingerTimeout));
    setHeaders(response, requestId);
    send();
    finish(exchange);
  }

  function respondTo(exchange: Exchange): void {
    try {
      dispatch(exchange);
    } catch (error) {
      respondWithFailure(exchange, error);
    }
  }

  return (request, response) => {
    // Node may still emit pipelined requests of a connection that was just closed.
    if (request.socket.destroyed) return;
    respondTo({
      request,
      response,
      ...readIds(request),
      start: performance.now(),
      path: "",
      search: "",
      route: () => "none",
    });
  };
}

function createSendOptions({ request, requestId }: Exchange, { age, state }: ServedValue<unknown>) {
  return {
    requestId,
    ageSeconds: Math.floor(age / 1000),
    isStale: state === "stale",
    isHead: request.method === "HEAD",
    ifNoneMatch: request.headers["if-none-match"],
  };
}

function recordServed(exchange: Exchange, { value, state, age }: ServedValue<PageResponse>): void {
  exchange.route = () => value.route;
  exchange.cache = state;
  if (state === "stale") staleAges.observe(age / 1000);
  if (state === "new" && value.requestId !== exchange.requestId) exchange.madeFor = value.requestId;
}
