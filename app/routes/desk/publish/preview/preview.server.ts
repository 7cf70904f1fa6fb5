import { createRequestHandler, redirect } from "react-router";
import { createInnerContext, getServices, getSignal, servicesContext } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { isSitePath } from "#app/i18n/urls.ts";
import type { ReleasePaths } from "#app/services/content/releases/release-folder.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import type { Route } from "./+types/route";

/** Stands for what is published, in place of the id of a preview. */
export const publishedName = "published";

/** A page of a preview runs no scripts, because the address isn't its own, and sends no forms. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

type Preview = {
  /** Without it, what is published is shown. */
  release?: ReleasePaths;
  /** The only item that is shown although it isn't public. Without it, all are, also those that need a login. */
  shownItem?: string;
  /** With an owner's API: what its system has signed. */
  token?: string;
  /** Path that stands before those of the pages. */
  base: string;
  /** Says on each page that it is a draft. `missing`: why it may have no such page. */
  notice: string;
  missing?: string;
};

type Args = Pick<Route.LoaderArgs, "request" | "url" | "context"> & { params: { "*": string } };

/** Responds with the site's own page at this path as the release has it. Its links and files stay within the preview. */
export async function renderPreview(
  { request, url, params, context }: Args,
  { release, shownItem, token, base, notice, missing = notice }: Preview,
) {
  const address = new URL(params["*"].split("/").map(encodeURIComponent).join("/"), `${url.origin}/`);
  // A preview within a preview would draw the page once for each.
  if (/^\/desk(?:\/|$)/.test(address.pathname)) throw createNotFound(url.pathname);
  address.search = url.search;
  const services = getServices(context);
  const build = await import("virtual:react-router/server-build");
  const signal = getSignal(context, request);
  const previewContext = createInnerContext(context, request, { preview: { token } });
  if (release) previewContext.set(servicesContext, { ...services, ...services.openPreview(release, shownItem) });
  const page = await createRequestHandler(build, "production")(new Request(address, { signal }), previewContext);
  const contentType = page.headers.get("Content-Type");
  const headers = {
    // A redirect has none.
    ...(contentType !== null && { "Content-Type": contentType }),
    "Content-Security-Policy": policy,
    "Cache-Control": privateNoStore,
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
  };
  const location = page.headers.get("Location") ?? "";
  if (isSitePath(location)) return redirect(base + location, { status: 303, headers });
  const isPage = contentType?.startsWith("text/html");
  const body = isPage
    ? addNotice(keepLinksInside(await page.text(), base), page.status === 404 ? missing : notice)
    : page.body;
  return new Response(body, { status: page.status, headers });
}

/**
 * Lets links and forms of a page that the site has drawn lead to other pages of the preview, and shows new pictures of `/files`. With the
 * router's `basename` 11 addresses lead out of the preview, and 33 places that read a path see it.
 */
function keepLinksInside(html: string, base: string): string {
  return html
    .replace(/(<(?:a|form)\b[^<>]*?\s(?:href|action)=")(?=\/(?!\/))/g, `$1${base}`)
    .replace(/(<img\b[^<>]*?\ssrc=")(?=\/files\/)/g, `$1${base}`)
    .replace(/\ssrcset="[^"]*"/gi, (sources) => sources.replaceAll("/files/", `${base}/files/`));
}

const noticeStyle = "margin:0;padding:.5rem 1rem;background:#7a2e1d;color:#fff;position:sticky;top:0;z-index:9";

const addNotice = (html: string, notice: string): string =>
  html.replace(/<body\b[^<>]*>/, (body) => `${body}<p role="note" style="${noticeStyle}">${notice}</p>`);
