import onHeaders from "on-headers";
import type { Request as ExpressRequest, RequestHandler } from "express";
import type { SiteServices } from "../app/services.server.ts";
import { privateNoStore } from "../app/services/runtime/http-cache.ts";
import { createPageSource } from "../app/http/page-source.ts";
import type { Exchange } from "./exchange.ts";
import { createSite, type Site } from "./site-build.ts";

/** A page of the preview runs no scripts, because the address isn't its own. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Stands for what is published, in place of the id of a preview. */
const publishedName = "published";

/** `/desk/preview/{release}/{path}`: the site's own page at this path, as it would be if the release were published. */
export function createPreviewHandler(
  services: SiteServices,
  clientAddress: (request: ExpressRequest) => string,
): RequestHandler<{ release: string; path: string[] }> {
  // The site is created once for each preview.
  let shown: { release: string; site: Site } | undefined;
  return async (request, response, next) => {
    const { release, path } = request.params;
    const preview = release === publishedName ? {} : services.openPreview(release);
    if (!preview) return response.redirect(303, "/desk/publish");
    const { requestId: id, signal } = response.locals as Exchange;
    const url = new URL(path.map(encodeURIComponent).join("/"), `http://${request.headers.host}/`);
    url.search = new URL(request.url, url).search;
    if (shown?.release !== release) shown = { release, site: createSite({ ...services, ...preview }, clientAddress) };
    const facts = { id, clientAddress: clientAddress(request), ...(signal && { signal }) };
    const page = await shown.site.render(new Request(url, { headers: { Host: url.host } }), createPageSource(), facts);
    const type = page.headers.get("Content-Type") ?? "";
    if (page.status >= 300 && page.status < 400) return next();
    onHeaders(response, () => response.setHeader("Content-Security-Policy", policy));
    response.status(page.status).type(type).setHeader("Cache-Control", privateNoStore);
    response.send(Buffer.from(await page.arrayBuffer()));
  };
}
