import compression from "compression";
import express, { type ErrorRequestHandler, type Express } from "express";
import onHeaders from "on-headers";
import type { FairQueue } from "../app/services/runtime/fair-queue.ts";
import type { Log } from "../app/services/runtime/log.ts";
import type { ClientAddress } from "./trusted-proxies.ts";
import { waitForTurn } from "../app/services/runtime/turns.ts";
import { negotiateEncoding } from "../app/services/runtime/web/compression.ts";
import type { Exchange, SiteHandler } from "./exchange.ts";
import { sendFailure } from "./plain-error-page.ts";
import { ClientGoneError, receiveBody } from "./requests/request-body.ts";
import { createRequester, createSendOptions, recordServed, type SharedPages } from "./page-cache/shared-pages.ts";
import type { Site } from "./site-build.ts";

type Options = {
  site: Pick<Site, "respond">;
  pages: SharedPages;
  renders: FairQueue;
  probes: SiteHandler;
  files: SiteHandler;
  clientAddress: ClientAddress;
  isProxy: (address: string, hop: number) => boolean;
  maxBodyBytes: number;
  indexNowKey: string | undefined;
  log: Log;
};

/** Responds to everything that isn't sent from the page cache at once. */
export function createApp({ probes, files, indexNowKey, isProxy, log, ...options }: Options): Express {
  const app = express().disable("x-powered-by").disable("etag").enable("case sensitive routing");
  // Express, and React Router's adapter, then read X-Forwarded-Proto and X-Forwarded-Host.
  app.set("trust proxy", isProxy);
  app.use(probes);
  // IndexNow reads there that the key is that of the site.
  if (indexNowKey) app.get(`/${indexNowKey}.txt`, (_request, response) => void response.type("txt").send(indexNowKey));
  app.use(files, setPageRoute, createSharedPageHandler(options), compression(), createOwnPageHandler(options));
  const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    const { signal, requestId } = response.locals as Exchange;
    if (signal?.aborted || error instanceof ClientGoneError) return;
    sendFailure(response, error, requestId, log);
  };
  return app.use(onError);
}

const setPageRoute: SiteHandler = (_request, { locals }, next) => {
  locals.route = "page";
  next();
};

/** A page that belongs to one visitor is left to the next handler. */
function createSharedPageHandler({ pages, clientAddress }: Pick<Options, "pages" | "clientAddress">): SiteHandler {
  return async (request, response, next) => {
    const { locals } = response;
    const { key, path, search, signal } = locals;
    if (key === undefined) return next();
    const requester = { ...createRequester(request, locals, clientAddress), signal };
    const servedPage = pages.lookup(key, () => requester) ?? (await pages.fetch(key, requester));
    const { audience, status } = servedPage.value;
    // A redirect keeps the whole query, but the key has only the parameters that decide a page.
    // The framework sends redirects of loader data with status 202.
    const isRedirect = (status >= 300 && status < 400) || status === 202;
    const isQueryLost = isRedirect && key !== path + search;
    if (audience === "private" || isQueryLost) return next();
    recordServed(locals, servedPage);
    const encoding = negotiateEncoding(request.headers["accept-encoding"]);
    await servedPage.value.send(response, encoding, createSendOptions(request, locals, servedPage));
    pages.updateSize(key);
  };
}

function createOwnPageHandler({
  site,
  renders,
  clientAddress,
  maxBodyBytes,
}: Pick<Options, "site" | "renders" | "clientAddress" | "maxBodyBytes">): SiteHandler {
  return async (request, response, next) => {
    const { locals } = response;
    if (request.method === "POST") await receiveBody(request, maxBodyBytes);
    locals.cache = "own";
    const { sender } = createRequester(request, locals, clientAddress);
    // The response is ready when its headers are sent. A client that reads slowly takes no place in the queue.
    const isReady = new Promise<void>((resolve) => onHeaders(response, resolve));
    const respond = async () => {
      await waitForTurn(sender, locals.signal);
      await Promise.race([isReady, site.respond(request, response, next)]);
    };
    await renders.run(sender, respond, locals.signal);
  };
}
