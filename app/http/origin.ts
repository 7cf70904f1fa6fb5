import type { RouterContextProvider } from "react-router";
import { isSameOrigin } from "../services/runtime/web/same-origin.ts";
import { getServices } from "./request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether another site sent the request. Programs, without such headers, count as none. */
export const isFromOtherSite = (request: Request, url: URL, context: Context): boolean =>
  isFromThisSite(request, url, context) === false;

/** Whether this site sent the request; `undefined` if no header says so, as with programs. */
export const isFromThisSite = ({ headers }: Request, url: URL, context: Context): boolean | undefined =>
  isSameOrigin(headers, url.origin, getServices(context).environment.SITE_URL);
