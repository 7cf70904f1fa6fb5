import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import onHeaders from "on-headers";
import { QueueFullError, type FairQueue } from "#app/services/runtime/fair-queue.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { waitForTurn } from "#app/services/runtime/turns.ts";
import { negotiateEncoding } from "#app/services/runtime/web/compression.ts";
import type { RateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { getExchange, type Exchange, type SiteHandler } from "./page-cache/exchange.ts";
import type { PageResponse } from "./page-cache/page-response.ts";
import { createSendOptions, recordServed, type SharedPages } from "./page-cache/shared-pages.ts";
import { defaultLimits } from "./requests/limits.ts";
import { sendFailure, sendPlainErrorPage } from "./requests/plain-error-page.ts";
import { ClientGoneError, receiveBody } from "./requests/request-body.ts";
import type { ClientAddressReader } from "./requests/trusted-proxies.ts";
import type { Site } from "./site-build.ts";

type PageOptions = {
  site: Pick<Site, "respond">;
  pages: SharedPages;
  renders: FairQueue;
  clientAddress: ClientAddressReader;
  maxBodyBytes: number;
  countReport: RateLimiter["countReport"];
};

type Options = PageOptions & {
  probes: SiteHandler;
  files: SiteHandler;
  isProxy: (address: string, hop: number) => boolean;
  indexNowKey: string | undefined;
  log: Log;
};

/** Creates the application for requests that the page cache can't answer at once. */
export function createApp({ probes, files, indexNowKey, isProxy, log, ...options }: Options): Express {
  const app = express().disable("x-powered-by").disable("etag").enable("case sensitive routing");
  // Makes Express and React Router read X-Forwarded-Proto and X-Forwarded-Host.
  app.set("trust proxy", isProxy);
  app.use(probes);
  // IndexNow reads this file to verify the site's key.
  if (indexNowKey) app.get(`/${indexNowKey}.txt`, (_request, response) => void response.type("txt").send(indexNowKey));
  app.use(files, compression({ filter: isCompressedHere }), createPageHandler(options));
  const onError: ErrorRequestHandler = async (error: unknown, request, response, _next) => {
    const { signal, requestId } = getExchange(request);
    if (error instanceof QueueFullError) await sleep(defaultLimits.rejectionDelay);
    if (signal?.aborted || error instanceof ClientGoneError) return;
    sendFailure(response, error, requestId, log);
  };
  return app.use(onError);
}

/** Creates the handler that sends a shared page, or else renders one for this visitor alone. */
function createPageHandler({ site, pages, renders, maxBodyBytes, countReport }: PageOptions): SiteHandler {
  return async (request, response, next) => {
    const exchange = getExchange(request);
    const { key, signal } = exchange;
    exchange.route = "page";
    const caller = { ...exchange.caller, signal };
    if (key !== undefined) {
      const servedPage = exchange.cachedPage ?? (await pages.fetch(key, caller));
      if (isForAll(servedPage.value, exchange)) {
        recordServed(exchange, servedPage);
        const encoding = negotiateEncoding(request.headers["accept-encoding"]);
        await servedPage.value.send(response, encoding, createSendOptions(request, exchange, servedPage));
        return pages.updateSize(key);
      }
    }
    if (request.method === "POST") {
      if (countReport("refusedForm", caller.address, false) > 0)
        return sendPlainErrorPage(response, 429, exchange.requestId);
      response.once("finish", () => {
        if (response.statusCode === 422) countReport("refusedForm", caller.address);
      });
      await receiveBody(request, maxBodyBytes, signal);
    }
    exchange.cache = "own";
    // Resolves once the headers are sent. The place in the queue is free then, so a slow client doesn't keep it.
    const headersSent = new Promise<void>((resolve) => onHeaders(response, resolve));
    const respond = async () => {
      await waitForTurn(caller.network, signal);
      await Promise.race([headersSent, site.respond(request, response, next)]);
    };
    await renders.run(caller.network, respond, signal);
  };
}

function isForAll({ audience, status }: PageResponse, { key, path, search }: Exchange): boolean {
  // A redirect's target has the whole query of its request. If the key has only a part of that query, other requests
  // can't share the redirect. The framework redirects loader data with status 202, which is undocumented.
  const isRedirect = (status >= 300 && status < 400) || status === 202;
  return audience !== "private" && !(isRedirect && key !== path + search);
}

/** Whether Express compresses a response. Shared pages are already compressed. */
function isCompressedHere(request: Request, response: Response): boolean {
  return getExchange(request).cache === "own" && compression.filter(request, response);
}
