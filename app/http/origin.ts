import type { RouterContextProvider } from "react-router";
import { isSameOrigin } from "../services/runtime/web/same-origin.ts";
import { getServices } from "./request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether the request comes from another site. Programs, which send no such header, don't count as one. */
export const isFromOtherSite = (request: Request, url: URL, context: Context): boolean =>
  isFromThisSite(request, url, context) === false;

/** Whether the request comes from this site; `undefined` if no header says so, as with programs. */
export const isFromThisSite = ({ headers }: Request, url: URL, context: Context): boolean | undefined =>
  isSameOrigin(headers, url.origin, getServices(context).environment.SITE_URL);
