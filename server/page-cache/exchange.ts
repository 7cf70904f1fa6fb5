import type { IncomingMessage } from "node:http";
import type { NextFunction, Request, Response } from "express";
import type { Caller } from "#app/services/api/contract/caller.ts";
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
  /** Worked out on first use, because a cached page needs no address. */
  caller?: Caller;
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

type HandledExchange = Exchange & { caller: Caller };

const exchanges = new WeakMap<IncomingMessage, HandledExchange>();

/** Keeps the facts for the handlers, to which Express passes the same request. */
export const setExchange = (request: IncomingMessage, exchange: HandledExchange) => exchanges.set(request, exchange);

export const getExchange = (request: IncomingMessage): HandledExchange => exchanges.get(request)!;

export type SiteHandler = (request: Request, response: Response, next: NextFunction) => void | Promise<void>;
