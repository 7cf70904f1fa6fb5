import { createRequestHandler, redirect } from "react-router";
import { createInnerContext, getServices, getSignal, servicesContext } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { isSitePath } from "#app/i18n/urls.ts";
import type { ReleasePaths } from "#app/services/content/releases/release-folder.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import type { Route } from "./+types/route";

/** Takes the place of a preview's id in URLs that render the published content. */
export const publishedName = "published";

/** Forbids scripts: they would read the page's path from the URL, which is the preview's. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

type Preview = {
  /** Draft to render; if missing, the published content is rendered. */
  release?: ReleasePaths;
  /** The only non-public item to render; if missing, every item is rendered, including guarded ones. */
  shownItem?: string;
  /** Preview token that the owner's backend has signed, if the site has one. */
  token?: string;
  /** Path prefix of every link in the preview. */
  base: string;
  /** Text that marks each page as a draft. On a 404 page, `missing` explains why the draft may lack the page. */
  notice: string;
  missing?: string;
};

type Args = Pick<Route.LoaderArgs, "request" | "url" | "context"> & { params: { "*": string } };

/** Renders a page from `release` or the published content. Its links and files stay within the preview. */
export async function renderPreview(
  { request, url, params, context }: Args,
  { release, shownItem, token, base, notice, missing = notice }: Preview,
) {
  const address = new URL(params["*"].split("/").map(encodeURIComponent).join("/"), `${url.origin}/`);
  // Rejects pages of the desk, because nested previews would each render the page again.
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
    // A redirect has no Content-Type.
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
 * Rewrites the URLs of a page's links, forms and pictures in `/files`, so that they stay in the preview. The router's
 * `basename` wouldn't cover every URL, and would change the paths that loaders read.
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
