import type { IncomingMessage } from "node:http";
import type { NextFunction, Request, Response } from "express";
import type { ServedValue } from "#app/services/runtime/stale-cache.ts";
import type { RequestIds } from "#app/services/runtime/web/request-ids.ts";
import type { PageResponse } from "./page-response.ts";

/** Kinds of routes in the metrics. `none`: rejected or redirected before reaching a route. */
export type RouteClass = "page" | "files" | "probes" | "none";

/** Facts about a request, recorded at its end by log and metrics. */
export type Exchange = RequestIds & {
  start: number;
  /** Canonical path, and the query as requested. */
  path: string;
  search: string;
  /** Key of the page cache; `undefined` for a response that isn't shared. */
  key?: string | undefined;
  /** Page cached under the key. */
  cachedPage?: ServedValue<PageResponse> | undefined;
  route: RouteClass;
  /** Where the page comes from. `own`: rendered for this visitor alone. */
  cache?: ServedValue<unknown>["state"] | "own";
  /** Id of the request for which the page was rendered, if that was another request. */
  madeFor?: string;
  /** Aborts when the client disconnects; `undefined` for a cached response. */
  signal?: AbortSignal;
};

const exchanges = new WeakMap<IncomingMessage, Exchange>();

/** Keeps the facts for the handlers, to which Express passes the same request. */
export const setExchange = (request: IncomingMessage, exchange: Exchange) => exchanges.set(request, exchange);

export const getExchange = (request: IncomingMessage): Exchange => exchanges.get(request)!;

export type SiteHandler = (request: Request, response: Response, next: NextFunction) => void | Promise<void>;
