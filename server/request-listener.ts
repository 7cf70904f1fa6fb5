import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import type { Caller } from "#app/services/api/contract/caller.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { negotiateEncoding } from "#app/services/runtime/web/compression.ts";
import { createCaller } from "#app/services/runtime/web/sender.ts";
import { setExchange, type Exchange } from "./page-cache/exchange.ts";
import { observeRequest, pageResponses } from "./page-cache/request-metrics.ts";
import { createSendOptions, recordServed, type SharedPages } from "./page-cache/shared-pages.ts";
import type { Limits } from "./requests/limits.ts";
import { sendFailure, sendPlainErrorPage } from "./requests/plain-error-page.ts";
import { ClientGoneError, createBodyLimit, drainOrDestroy, limitSlowBody } from "./requests/request-body.ts";
import { readTarget, type RequestTarget } from "./requests/request-target.ts";
import { createPipelineCounter } from "./requests/slow-clients.ts";
import type { ClientAddressReader, RequestIdReader } from "./requests/trusted-proxies.ts";
import type { Site } from "./site-build.ts";

/** Status for a client that left before its response, as in nginx. */
const clientClosedRequestStatus = 499;

type Options = Pick<Site, "getSharedPageKey" | "resolveOldAddress"> & {
  app: RequestListener;
  pages: SharedPages;
  clientAddress: ClientAddressReader;
  readIds: RequestIdReader;
  limits: Limits;
  headers: Readonly<Record<string, string>>;
  log: Log;
  isStopping: () => boolean;
};

/** Creates the listener of all requests. It sends cached pages itself, because Express is slower. */
export function createListener(options: Options): RequestListener {
  const { app, pages, limits, headers, log, clientAddress } = options;
  const pipeline = createPipelineCounter(limits.maxPipelinedRequests);
  const limitBodies = createBodyLimit(limits);

  function identify(request: IncomingMessage, exchange: Exchange): Caller {
    const { requestId, traceparent } = exchange;
    return (exchange.caller ??= createCaller({ requestId, traceparent, address: clientAddress(request) }));
  }

  /** Sends a cached page synchronously, if there is one. @returns whether it was sent */
  function respondFromCache(request: IncomingMessage, response: ServerResponse, exchange: Exchange): boolean {
    if (exchange.key === undefined) return false;
    const servedPage = pages.lookup(exchange.key, () => identify(request, exchange));
    exchange.cachedPage = servedPage;
    if (!servedPage) return false;
    const encoding = servedPage.value.chooseEncoding(negotiateEncoding(request.headers["accept-encoding"]));
    if (!servedPage.value.sendNow(response, encoding, createSendOptions(request, exchange, servedPage))) return false;
    recordServed(exchange, servedPage);
    record(request, response, exchange);
    return true;
  }

  function observe(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void {
    const clientGone = new AbortController();
    exchange.signal = clientGone.signal;
    onHeaders(response, () => {
      for (const [name, value] of [...Object.entries(headers), ["X-Request-Id", exchange.requestId] as const])
        if (!response.hasHeader(name)) response.setHeader(name, value);
    });
    if (hasBody(request)) {
      const reject = (status: 408 | 503, reason: string) => {
        clientGone.abort(new ClientGoneError(reason));
        sendPlainErrorPage(response, status, exchange.requestId);
      };
      limitSlowBody(request, limits, () => reject(408, "the client sends too slowly"));
      limitBodies(request, identify(request, exchange).network, () => reject(503, "too many bodies are incomplete"));
    }
    response.once("finish", () => drainOrDestroy(request, limits.lingerTimeout));
    response.once("close", () => {
      record(request, response, exchange);
      if (!response.writableFinished) clientGone.abort(new ClientGoneError("the client has left"));
    });
  }

  function record(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void {
    const { requestId, traceparent, start, route, cache, madeFor } = exchange;
    const milliseconds = performance.now() - start;
    const { method = "" } = request;
    const status = response.headersSent ? response.statusCode : clientClosedRequestStatus;
    if (cache) pageResponses.inc({ state: cache });
    observeRequest(method, route, status, milliseconds / 1000);
    // Logging a fresh cached page would double its cost, and proxies probe often; the metrics count both.
    const level = cache === "fresh" || (route === "probes" && status === 200) ? "debug" : "info";
    if (!log.isLevelEnabled(level)) return;
    // The rest of the path is a secret.
    const path = exchange.path.replace(/^(\/desk\/shared\/).*/s, "$1");
    const traceId = traceparent?.split("-")[1];
    const ms = Math.round(milliseconds * 10) / 10;
    log[level]({ requestId, traceId, method, path, status, ms, cache, madeFor }, "request");
  }

  function respond(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void {
    const target = readTarget(request);
    if ("status" in target) {
      observe(request, response, exchange);
      return sendPlainErrorPage(response, target.status, exchange.requestId);
    }
    const { path, search, isCanonical } = target;
    Object.assign(exchange, { path, search });
    if (isCanonical && !hasBody(request)) exchange.key = options.getSharedPageKey(request, path + search);
    if (respondFromCache(request, response, exchange)) return;
    observe(request, response, exchange);
    if (!isCanonical) return redirectToCanonical(request, response, target);
    // HTTP/1.0 may omit the header.
    request.headers.host ??= "localhost";
    const { host, origin = "null" } = request.headers;
    const isReadable = URL.canParse(`http://${host}`) && (origin === "null" || URL.canParse(origin));
    if (!isReadable) return sendPlainErrorPage(response, 400, exchange.requestId);
    request.url = path + search;
    setExchange(request, Object.assign(exchange, { caller: identify(request, exchange) }));
    app(request, response);
  }

  /** Redirects to the canonical path, so that each page has one URL. 308 keeps a form's data. */
  function redirectToCanonical(
    request: IncomingMessage,
    response: ServerResponse,
    { path, search }: RequestTarget,
  ): void {
    const location = options.resolveOldAddress(path, search.replace(/[^!-~]/g, encodeURIComponent));
    const status = request.method === "POST" ? 308 : 301;
    response.writeHead(status, { Location: location, "Cache-Control": "no-store" }).end();
  }

  return (request, response) => {
    // Node may emit requests of a closed connection.
    if (request.socket.destroyed) return;
    if (pipeline.isExceededBy(request, response)) return void request.socket.destroy();
    // Makes Node add `Connection: close`, and close the connection.
    if (options.isStopping()) response.shouldKeepAlive = false;
    const exchange: Exchange = {
      ...options.readIds(request),
      start: performance.now(),
      path: "",
      search: "",
      route: "none",
    };
    try {
      respond(request, response, exchange);
    } catch (error) {
      sendFailure(response, error, exchange.requestId, log);
    }
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
