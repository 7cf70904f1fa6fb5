import type { RouterContextProvider } from "react-router";
import { isSameOrigin } from "../services/runtime/web/same-origin.ts";
import { getServices } from "./request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Programs, whose headers don't tell, are no other site. */
export const isFromOtherSite = (request: Request, url: URL, context: Context): boolean =>
  isFromThisSite(request, url, context) === false;

/** `undefined` if no header tells, as those of programs. */
export const isFromThisSite = ({ headers }: Request, url: URL, context: Context): boolean | undefined =>
  isSameOrigin(headers, url.origin, getServices(context).environment.SITE_URL);
