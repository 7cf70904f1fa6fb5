import type { RouterContextProvider } from "react-router";
import { isSameOrigin } from "../services/runtime/web/same-origin.ts";
import { getServices } from "./request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether another site sent the request; `false` without a header, as from programs. */
export const isFromOtherSite = (request: Request, url: URL, context: Context): boolean =>
  isFromThisSite(request, url, context) === false;

/** Whether this site sent the request; `undefined` without a header, as from programs. */
export const isFromThisSite = ({ headers }: Request, url: URL, context: Context): boolean | undefined =>
  isSameOrigin(headers, url.origin, getServices(context).environment.SITE_URL);
