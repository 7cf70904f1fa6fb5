import { createRequestHandler, href, redirect, RouterContextProvider } from "react-router";
import type { Route } from "./+types/route";
import { getPublishing } from "../../../http/desk-context.ts";
import {
  getClientAddress,
  getRequestId,
  getServices,
  getSignal,
  requestContext,
  servicesContext,
} from "../../../http/request-context.ts";
import { notFound } from "../../../http/responses.ts";
import { privateNoStore } from "../../../services/runtime/web/http-cache.ts";
import { publishedName } from "./preview.server.ts";

/** A page of the preview runs no scripts, because the address isn't its own. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Responds with the site's own page at this path, as it would be if the release were published. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { request, url, params, context } = args;
  getPublishing(context);
  const services = getServices(context);
  const preview = params.release === publishedName ? {} : services.openPreview(params.release);
  if (!preview) return redirect(href("/desk/publish"), 303);
  const build = await import("virtual:react-router/server-build");
  const signal = getSignal(context, request);
  const previewContext = new RouterContextProvider();
  previewContext.set(servicesContext, { ...services, ...preview });
  previewContext.set(requestContext, { id: getRequestId(context), clientAddress: getClientAddress(context), signal });
  const address = new URL(params["*"].split("/").map(encodeURIComponent).join("/"), `${url.origin}/`);
  address.search = url.search;
  const page = await createRequestHandler(build, "production")(new Request(address, { signal }), previewContext);
  if (page.status >= 300 && page.status < 400) throw notFound(args);
  return new Response(page.body, {
    status: page.status,
    headers: {
      "Content-Type": page.headers.get("Content-Type") ?? "",
      "Content-Security-Policy": policy,
      "Cache-Control": privateNoStore,
    },
  });
}
