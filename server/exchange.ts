import type { NextFunction, Request, Response } from "express";
import type { RequestIds } from "../app/services/runtime/web/request-ids.ts";
import type { ServedValue } from "../app/services/runtime/stale-cache.ts";
import type { PageResponse } from "./page-cache/page-response.ts";

/** Kinds of routes in the metrics. `none`: the request was rejected or redirected before it reached a route. */
export type RouteClass = "page" | "files" | "probes" | "none";

/** Facts about a request (`response.locals`), recorded by log and metrics at the end. */
export type Exchange = RequestIds & {
  start: number;
  /** Canonical path, and the query as requested. */
  path: string;
  search: string;
  /** Key of the page cache; `undefined` if the response may not be shared. */
  key?: string | undefined;
  /** Page cached under the key. */
  cachedPage?: ServedValue<PageResponse> | undefined;
  route: RouteClass;
  /** Source of the page; "own" was rendered for this visitor alone. */
  cache?: ServedValue<unknown>["state"] | "own";
  /** Id of the request that the page was rendered for, if another one. */
  madeFor?: string;
  /** Aborts when the client disconnects. A response from the cache needs none. */
  signal?: AbortSignal;
};

export type SiteHandler = (
  request: Request,
  response: Response<unknown, Exchange>,
  next: NextFunction,
) => void | Promise<void>;
