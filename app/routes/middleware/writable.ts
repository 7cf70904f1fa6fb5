import type { MiddlewareFunction } from "react-router";
import { siteMap } from "../../i18n/site-map.ts";
import { splitLocale } from "../../i18n/urls.ts";
import { requestIdOf } from "../../platform/request-facts.ts";
import { notTaken } from "../http-error.ts";

/** The pages that take forms, and the addresses that programs write to. The framework's own answer to a form for another page tells of its insides. */
const takesForms: ReadonlySet<string> = new Set(siteMap.filter(({ takesForm }) => takesForm).map(({ path }) => path));

/** Refuses what is sent to a page that takes no form. */
export const writable: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead || takesForms.has(splitLocale(url.pathname).path)) return next();
  throw notTaken(405, requestIdOf(context));
};
